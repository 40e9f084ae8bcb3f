import Foundation

/// Writes one purchase as the App Store does, with the empty texts that its purchases have.
struct PurchaseWriter {
    let purchase: Receipt.InAppPurchase

    func encoded() throws(ReceiptIssuer.Error) -> [UInt8] {
        var attributes = AttributeList()
        attributes.add(1701, integer: purchase.quantity)
        attributes.add(1702, text: purchase.productIdentifier)
        attributes.add(1703, text: purchase.transactionIdentifier)
        attributes.add(1705, text: purchase.originalTransactionIdentifier)
        attributes.add(1707, integer: purchase.productKind?.rawValue)
        attributes.add(1710, integer: purchase.undocumented1710)
        attributes.add(1711, integer: purchase.webOrderLineItemIdentifier)
        attributes.add(1713, integer: purchase.isTrialPeriod.map { $0 ? 1 : 0 })
        attributes.add(1719, integer: purchase.isInIntroductoryOfferPeriod.map { $0 ? 1 : 0 })
        attributes.add(1720, integer: purchase.cancellationReason)
        attributes.add(1721, text: purchase.promotionalOfferIdentifier)
        attributes.add(1722, integer: purchase.undocumented1722)
        try writeDates(to: &attributes)
        attributes.add(purchase.otherAttributes)
        for type in [1709, 1714, 1715, 1716, 1717, 1718] where !attributes.has(type) {
            attributes.add(type, text: "")
        }
        return DERWriter.set(try attributes.members())
    }

    private func writeDates(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        try attributes.add(1704, date: purchase.purchaseDate)
        try attributes.add(1706, date: purchase.originalPurchaseDate)
        try attributes.add(1708, date: purchase.expirationDate, orEmpty: true)
        try attributes.add(1712, date: purchase.cancellationDate, orEmpty: true)
    }
}
