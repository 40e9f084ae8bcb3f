/// A change in the life of a purchase, or of a customer's entitlements, with its date and reason.
package struct TimelineEntry: Hashable, Sendable, Codable {
    package var date: Milliseconds
    package var reason: EventReason
    package var originalTransactionID: String?
    package var transactionID: String?
    package var productID: String?
    /// The name of a granted entitlement.
    package var name: String?
    /// The price in thousandths of the currency; for several seats, the average price of one.
    package var price: Int64?
    /// The currency of the price (ISO 4217).
    package var currency: String?
    /// The kind of offer in the App Store's numbers.
    package var offerType: Int32?
    package var offerID: String?
    /// The payment mode of the offer in the App Store's words.
    package var offerDiscountType: String?
    package var periodStart: Milliseconds?
    package var periodEnd: Milliseconds?
    /// The other customer of a transfer.
    package var customer: CustomerID?

    package init(date: Milliseconds, reason: EventReason) {
        self.date = date
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case date, reason, name, price, currency, offerType, offerDiscountType
        case periodStart, periodEnd, customer
        case originalTransactionID = "originalTransactionId"
        case transactionID = "transactionId"
        case productID = "productId"
        case offerID = "offerIdentifier"
    }
}

extension TimelineEntry {
    package init(json: String) throws {
        self = try CompactJSON.decode(json)
    }

    /// The members in the order of their names; dates are milliseconds since 1970.
    package var json: String {
        get throws { try CompactJSON.encode(self) }
    }
}

extension TimelineEntry {
    /// The identity of an entry.
    ///
    /// A later document may add a price or an offer to it, or move the end of its period.
    package struct Identity: Hashable, Sendable {
        let date: Milliseconds
        let reason: EventReason
        let originalTransactionID: String?
        let transactionID: String?
        let name: String?
        let customer: CustomerID?
    }

    package var identity: Identity {
        Identity(
            date: date,
            reason: reason,
            originalTransactionID: originalTransactionID,
            transactionID: transactionID,
            name: name,
            customer: customer
        )
    }
}

extension TimelineEntry: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.date != right.date { return left.date < right.date }
        if left.reason != right.reason { return left.reason < right.reason }
        return left.others.lexicographicallyPrecedes(right.others) {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// The other members, for a total order.
    private var others: [String] {
        let texts = [
            originalTransactionID, transactionID, productID, name, currency, offerID,
            offerDiscountType, customer?.description,
        ]
        let numbers = [price, offerType.map(Int64.init), periodStart, periodEnd]
        return (texts + numbers.map { $0.map(String.init) }).map { $0.map { "=\($0)" } ?? "" }
    }
}
