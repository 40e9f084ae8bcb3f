import Foundation
import SwiftyStoreKit

extension VerifyReceiptResult {
    /// The status and the dictionary of a receipt that was refused.
    var refused: (status: ReceiptStatus, info: ReceiptInfo)? {
        guard case .error(.receiptInvalid(let info, let status)) = self else { return nil }
        return (status, info)
    }
}

extension VerifyPurchaseResult {
    var item: ReceiptItem? {
        guard case .purchased(let item) = self else { return nil }
        return item
    }
}

extension [String: AnyObject] {
    /// The dictionary as one that compares.
    var compared: NSDictionary { NSDictionary(dictionary: self) }
}
