/// One of Apple's two verifyReceipt services.
public enum VerifyReceiptService: Sendable, CaseIterable {
    /// The service for receipts of the App Store.
    case production
    /// The service for receipts of development, TestFlight and App Review.
    case sandbox

    /// Apple's host for the service.
    package var host: String {
        switch self {
        case .production: "buy.itunes.apple.com"
        case .sandbox: "sandbox.itunes.apple.com"
        }
    }

    /// The value of `environment` in responses.
    package var environment: String {
        switch self {
        case .production: "Production"
        case .sandbox: "Sandbox"
        }
    }
}
