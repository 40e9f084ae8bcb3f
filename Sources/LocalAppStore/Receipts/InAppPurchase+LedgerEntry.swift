import AppReceipt
import Foundation

extension Receipt.InAppPurchase {
    /// Writes a purchase down as a receipt has it: with dates of whole seconds.
    init(_ entry: LedgerEntry) {
        self.init(
            productIdentifier: entry.productID,
            transactionIdentifier: String(entry.id),
            purchaseDate: entry.purchaseDate.wholeSeconds,
            quantity: Int64(entry.quantity)
        )
        originalTransactionIdentifier = String(entry.originalID)
        originalPurchaseDate = entry.originalPurchaseDate.wholeSeconds
        productKind = entry.kind.map(ProductKind.init)
        expirationDate = entry.expirationDate?.wholeSeconds
        cancellationDate = entry.revocationDate?.wholeSeconds
        cancellationReason = entry.revocationDate == nil ? nil : 0
        isTrialPeriod = entry.isFreeTrial
        undocumented1710 = 0
        // One number names a period on all devices; the transaction's own is as good as any.
        webOrderLineItemIdentifier = entry.isSubscription ? entry.id : 0
        if entry.isSubscription { isInIntroductoryOfferPeriod = entry.isIntroductoryPrice }
        if case .promotional(let id) = entry.offer { promotionalOfferIdentifier = id }
    }
}

extension Receipt.InAppPurchase.ProductKind {
    fileprivate init(_ kind: CatalogProduct.Kind) {
        switch kind {
        case .nonConsumable: self = .nonConsumable
        case .consumable: self = .consumable
        case .nonRenewingSubscription: self = .nonRenewing
        case .autoRenewableSubscription: self = .autoRenewable
        }
    }
}

extension LedgerEntry {
    /// Whether this is a period of an auto-renewable subscription.
    var isSubscription: Bool { kind == .autoRenewableSubscription }

    fileprivate var isFreeTrial: Bool { offer == .introductory && price == 0 }

    fileprivate var isIntroductoryPrice: Bool { offer == .introductory && price > 0 }
}
