import Foundation

/// What an element of a receipt's lists must tell to be a purchase.
struct PurchaseIdentity {
    let productId: String
    let transactionId: String
    let purchaseDate: Date

    init?(_ fields: ReceiptFields) {
        guard let productId = fields.string(.productId) else { return nil }
        self.init(fields, productId)
    }

    init?(_ fields: ReceiptFields, _ productId: String) {
        let id = fields.string(.transactionId) ?? fields.string(.originalTransactionId)
        guard let id, let date = fields.date(.purchase) ?? fields.date(.originalPurchase) else {
            return nil
        }
        self.productId = productId
        transactionId = id
        purchaseDate = date
    }
}
