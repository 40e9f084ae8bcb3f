import Foundation

/// What is asked of verifyReceipt.
struct VerifyReceiptBody: Encodable {
    private enum CodingKeys: String, CodingKey {
        case receiptData = "receipt-data"
        case password
        case excludesOldTransactions = "exclude-old-transactions"
    }

    private let receiptData: String
    private let password: String?
    private let excludesOldTransactions: Bool?

    init(_ receiptData: Data, _ validator: AppleReceiptValidator) {
        self.receiptData = receiptData.base64EncodedString()
        password = validator.sharedSecret
        excludesOldTransactions = validator.excludesOldTransactions ? true : nil
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(self)
    }
}
