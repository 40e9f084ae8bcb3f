import AppReceipt

extension ReceiptEnvironment {
    /// How answers of verifyReceipt, and signed transactions, spell the environment.
    var nameInAnswers: String {
        switch self {
        case .production: "Production"
        case .sandbox: "Sandbox"
        case .xcode: "Xcode"
        case .localTesting: "LocalTesting"
        }
    }
}
