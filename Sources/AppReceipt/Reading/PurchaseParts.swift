import Foundation

/// What was found so far of one purchase.
struct PurchaseParts {
    var quantity: Int64?
    var productIdentifier: String?
    var transactionIdentifier: String?
    var purchaseDate: Date?
    var originalTransactionIdentifier: String?
    var originalPurchaseDate: Date?
    var productKind: Int64?
    var expirationDate: Date?
    var undocumented1710: Int64?
    var webOrderLineItem: Int64?
    var cancellationDate: Date?
    var isTrialPeriod: Bool?
    var isInIntroductoryOffer: Bool?
    var cancellationReason: Int64?
    var promotionalOffer: String?
    var undocumented1722: Int64?
    var others: [ReceiptAttribute] = []

    /// The purchase, if it has the four attributes that every purchase has, Xcode's included.
    func purchase(at offset: Int) throws(SignedReceipt.Error) -> Receipt.InAppPurchase {
        guard let quantity, let productIdentifier, let transactionIdentifier, let purchaseDate
        else {
            throw .malformed(
                detail: "purchase without quantity, product, transaction or date",
                offset: offset
            )
        }
        var purchase = Receipt.InAppPurchase(
            productIdentifier: productIdentifier,
            transactionIdentifier: transactionIdentifier,
            purchaseDate: purchaseDate,
            quantity: quantity
        )
        copyRest(to: &purchase)
        return purchase
    }

    private func copyRest(to purchase: inout Receipt.InAppPurchase) {
        purchase.originalTransactionIdentifier = originalTransactionIdentifier
        purchase.originalPurchaseDate = originalPurchaseDate
        purchase.productKind = productKind.map(Receipt.InAppPurchase.ProductKind.init(rawValue:))
        purchase.expirationDate = expirationDate
        purchase.undocumented1710 = undocumented1710
        purchase.webOrderLineItemIdentifier = webOrderLineItem
        purchase.cancellationDate = cancellationDate
        purchase.isTrialPeriod = isTrialPeriod
        purchase.isInIntroductoryOfferPeriod = isInIntroductoryOffer
        purchase.cancellationReason = cancellationReason
        purchase.promotionalOfferIdentifier = promotionalOffer
        purchase.undocumented1722 = undocumented1722
        purchase.otherAttributes = others
    }
}
