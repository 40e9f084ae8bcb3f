extension AppStore {
    /// The store that a purchase was made in.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed documents have for the store.
        public let rawValue: String

        /// Makes the store of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The App Store with real money.
        public static let production = Environment(rawValue: "Production")

        /// The App Store without money, for tests.
        public static let sandbox = Environment(rawValue: "Sandbox")

        /// A store on the developer's machine, for tests.
        public static let xcode = Environment(rawValue: "Xcode")
    }
}
