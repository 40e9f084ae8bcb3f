import Foundation

extension Receipt.InAppPurchase {
    /// A purchase of which nothing is known yet.
    static var unread: Self {
        Self(
            productIdentifier: "",
            transactionIdentifier: "",
            purchaseDate: Date(timeIntervalSince1970: 0)
        )
    }

    /// Sets the property of an attribute that holds a date.
    @inline(__always)
    mutating func set(_ date: Date, of type: Int) {
        switch type {
        case 1704: purchaseDate = date
        case 1706: originalPurchaseDate = date
        case 1708: expirationDate = date
        default: cancellationDate = date
        }
    }

    /// Sets the property of an attribute that holds a number.
    @inline(__always)
    mutating func set(_ integer: Int64, of type: Int) {
        switch type {
        case 1701: quantity = integer
        case 1707: productKind = ProductKind(rawValue: integer)
        case 1710: undocumented1710 = integer
        case 1711: webOrderLineItemIdentifier = integer
        case 1720: cancellationReason = integer
        default: undocumented1722 = integer
        }
    }

    /// Sets the property of an attribute that holds 0 or 1.
    @inline(__always)
    mutating func set(_ flag: Bool, of type: Int) {
        switch type {
        case 1713: isTrialPeriod = flag
        default: isInIntroductoryOfferPeriod = flag
        }
    }

    /// Sets the property of an attribute that holds a text.
    @inline(__always)
    mutating func set(_ text: String, of type: Int) {
        switch type {
        case 1702: productIdentifier = text
        case 1703: transactionIdentifier = text
        case 1705: originalTransactionIdentifier = text
        default: promotionalOfferIdentifier = text
        }
    }
}
