import Foundation
import SwiftyStoreKit

/// A validator that answers when the test says so.
final class ReceiptValidatorSpy: ReceiptValidator, Sendable {
    let receipts = Recorder<Data>()
    let completions = Recorder<(VerifyReceiptResult) -> Void>()

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        receipts.record(receiptData)
        completions.record(completion)
    }
}
