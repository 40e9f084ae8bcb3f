extension ReceiptVerdict {
    /// The name of a rule; those listed are asked in the order listed.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The name as text.
        public let rawValue: String

        /// Names a rule, also one of an app's own.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The octets have the form of a receipt.
        public static let structure = Rule(rawValue: "structure")
        /// There is one signer, and its certificate is there.
        public static let signer = Rule(rawValue: "signer")
        /// The digest algorithm is strong enough and everywhere the same; a signed digest is the
        /// content's.
        public static let digest = Rule(rawValue: "digest")
        /// The signature was made over these octets with the signer's key.
        public static let signature = Rule(rawValue: "signature")
        /// The signer's certificate leads to a trusted root by way of one intermediate.
        public static let chain = Rule(rawValue: "chain")
        /// The certificates were issued to sign receipts.
        public static let purpose = Rule(rawValue: "purpose")
        /// The signed content has the form of a receipt's content.
        public static let content = Rule(rawValue: "content")
        /// The certificates were valid when the receipt was made.
        public static let validity = Rule(rawValue: "validity")
        /// The receipt is this app's.
        public static let bundleIdentifier = Rule(rawValue: "bundleIdentifier")
        /// The receipt is of this version of the app.
        public static let version = Rule(rawValue: "version")
        /// The receipt is of this device.
        public static let device = Rule(rawValue: "device")
        /// The receipt is of an environment that was asked for.
        public static let environment = Rule(rawValue: "environment")
        /// The receipt has not expired.
        public static let expiry = Rule(rawValue: "expiry")
    }
}
