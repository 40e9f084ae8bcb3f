import Foundation
import SwiftyStoreKit

/// Takes octets for an answer of verifyReceipt, and ends the process where what is promised does
/// not hold.
enum AnswerTarget {
    static func take(_ json: Data) {
        switch VerifyReceiptResult(json: json) {
        case .success(let receipt):
            guard StatusScanner.statusIsZero(json) else { fatalError("false accept") }
            AnswerQuestions(receipt: receipt).ask()
            // A validator of an app reads the JSON itself and casts it.
            let cast = (try? JSONSerialization.jsonObject(with: json)) as? ReceiptInfo
            AnswerQuestions(receipt: cast ?? [:]).ask()
        case .error(let error):
            _ = (error.errorCode, error.errorUserInfo, error.errorDescription, "\(error.cause)")
            guard case .receiptInvalid(let receipt, let status) = error else { return }
            guard status != .valid else { fatalError("an error with the status of success") }
            AnswerQuestions(receipt: receipt).ask()
        }
    }
}
