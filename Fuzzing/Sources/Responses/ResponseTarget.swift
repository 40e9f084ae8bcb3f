import Foundation
import SwiftyStoreKit

/// Decodes bytes as a response of verifyReceipt, and ends the process where what is promised does
/// not hold.
enum ResponseTarget {
    static func take(_ json: Data) {
        switch VerifyReceiptResult(json: json) {
        case .success(let receipt):
            guard StatusScanner.statusIsZero(json) else { fatalError("false accept") }
            QueryCheck(receipt: receipt).run()
            // An app's own validator parses the JSON and casts it.
            let cast = (try? JSONSerialization.jsonObject(with: json)) as? ReceiptInfo
            QueryCheck(receipt: cast ?? [:]).run()
            guard let details = try? ReceiptDetails(json: json),
                details == ReceiptDetails(receiptInfo: receipt)
            else { fatalError("broken: the same in types") }
        case .error(let error):
            _ = (error.errorCode, error.errorUserInfo, error.errorDescription, "\(error.cause)")
            guard case .receiptInvalid(let receipt, let status) = error else { return }
            guard status != .valid else { fatalError("an error with the status of success") }
            QueryCheck(receipt: receipt).run()
        }
    }
}
