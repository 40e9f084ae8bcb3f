extension AppStore {
    /// The platform on which a customer first got an app.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed documents have for the platform.
        public let rawValue: String

        /// Makes the platform of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The system of iPhone and iPad.
        public static let iOS = Platform(rawValue: "iOS")

        /// The system of the Mac.
        public static let macOS = Platform(rawValue: "macOS")

        /// The system of Apple TV.
        public static let tvOS = Platform(rawValue: "tvOS")

        /// The system of Apple Vision.
        public static let visionOS = Platform(rawValue: "visionOS")

        /// The administration of an organization.
        public static var managed: Platform { Platform(rawValue: "MANAGED") }
    }
}
