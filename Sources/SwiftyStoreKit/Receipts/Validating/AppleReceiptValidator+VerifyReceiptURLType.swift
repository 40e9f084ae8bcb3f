extension AppleReceiptValidator {
    /// One of Apple's two environments; the raw value is its address.
    public enum VerifyReceiptURLType: String, Sendable, CaseIterable {
        /// Where customers pay.
        case production = "https://buy.itunes.apple.com/verifyReceipt"
        /// Where developers, testers and App Review do not.
        case sandbox = "https://sandbox.itunes.apple.com/verifyReceipt"
    }
}
