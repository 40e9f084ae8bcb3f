import AppReceipt
import Foundation
import SwiftyStoreKit

extension ResponseObject {
    /// The answer to a verified receipt, dated no earlier than the receipt itself.
    init(verified receipt: Receipt, referenceDate: Date) {
        let isAfterCreation = referenceDate > receipt.creationDate
        let requestDate = isAfterCreation ? referenceDate : receipt.creationDate
        self.init()
        add("status", Int64(ReceiptStatus.valid.rawValue))
        add("environment", receipt.type?.environment?.nameInAnswers)
        add("receipt", receipt.content.responseObject(requestDate: requestDate))
    }

    /// The answer to a refused receipt, of which it holds nothing but why it was refused.
    init(refused refusal: ReceiptVerdict.Refusal, status: ReceiptStatus) {
        self.init()
        add("status", Int64(status.rawValue))
        add("exception", refusal.description)
    }
}
