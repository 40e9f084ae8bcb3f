/// One of the two places where verifyReceipt is asked.
public enum VerifyReceiptService: Sendable, CaseIterable {
    /// Where receipts of the App Store belong.
    case production
    /// Where receipts of developers, testers and App Review belong.
    case sandbox

    /// The host that Apple has for it.
    public var host: String {
        switch self {
        case .production: "buy.itunes.apple.com"
        case .sandbox: "sandbox.itunes.apple.com"
        }
    }

    /// What an answer calls it.
    var environment: String {
        switch self {
        case .production: "Production"
        case .sandbox: "Sandbox"
        }
    }
}
