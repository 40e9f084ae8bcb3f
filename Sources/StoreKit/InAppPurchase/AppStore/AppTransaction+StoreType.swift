extension AppTransaction {
    /// The kind of store that a customer got an app from.
    public struct StoreType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed documents have for the kind.
        public let rawValue: String

        /// Makes the kind of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The store for all customers.
        public static let consumer = StoreType(rawValue: "CONSUMER")

        /// The store for schools.
        public static let education = StoreType(rawValue: "EDUCATION")

        /// The store for businesses.
        public static let enterprise = StoreType(rawValue: "ENTERPRISE")
    }
}
