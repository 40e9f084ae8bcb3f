import Foundation
package import StrictJSON

// Decodes `advancedCommerceInfo` in the payload of a signed transaction.
extension Transaction.AdvancedCommerceInfo {
    package init(_ node: JSONNode) throws(JSONMismatch) {
        requestReferenceID = try node["requestReferenceId"].text()
        estimatedTax = try node["estimatedTax"].thousandths()
        taxRate = try node["taxRate"].rate()
        taxCode = try node["taxCode"].text()
        taxExclusivePrice = try node["taxExclusivePrice"].thousandths()
        description = try node["descriptors"]["description"].present?.text()
        displayName = try node["descriptors"]["displayName"].present?.text()
        period = try node["period"].present?.period()
        items = try node["items"].elements().map(Item.init)
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        details = try Details(node)
        refunds = try node["refunds"].present?.elements()
            .map(Transaction.AdvancedCommerceInfo.Refund.init)
        revocationDate = try node["revocationDate"].present?.date()
    }
}

extension Transaction.AdvancedCommerceInfo.Item.Details {
    /// Decodes the members that describe the part, among others of the same object.
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        sku = try node["SKU"].text()
        displayName = try node["displayName"].text()
        description = try node["description"].text()
        offer = try node["offer"].present.map(Transaction.AdvancedCommerceInfo.Offer.init)
        price = try node["price"].thousandths()
        let partners = try node["partners"].present?.elements() ?? []
        self.partners = try partners.map(Transaction.AdvancedCommerceInfo.Partner.init)
        let tiers = try node["seatPriceTiers"].present?.elements() ?? []
        seatPriceTiers = try tiers.map(Transaction.AdvancedCommerceInfo.SeatPriceTier.init)
    }
}

// Apple does not document the members in JSON; that they have Swift's names is inference.
extension Transaction.AdvancedCommerceInfo.SeatPriceTier {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        price = try node["price"].thousandths()
        maximumSeatQuantity = try node["maximumSeatQuantity"].present?.integer()
    }
}

extension Transaction.AdvancedCommerceInfo.Partner {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        id = try node["id"].text()
        name = try node["name"].present?.text()
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        price = try node["price"].thousandths()
        period = try node["period"].period()
        periodCount = try node["periodCount"].integer()
        reason = Reason(rawValue: try node["reason"].text())
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        reason = Reason(rawValue: try node["refundReason"].text())
        type = RefundType(rawValue: try node["refundType"].text())
        date = try node["refundDate"].date()
        amount = try node["refundAmount"].thousandths()
    }
}

// Decodes `advancedCommerceInfo` in the payload of a signed renewal.
extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo {
    package init(_ node: JSONNode) throws(JSONMismatch) {
        consistencyToken = try node["consistencyToken"].text()
        requestReferenceID = try node["requestReferenceId"].text()
        taxCode = try node["taxCode"].text()
        description = try node["descriptors"]["description"].text()
        displayName = try node["descriptors"]["displayName"].text()
        period = try node["period"].period()
        items = try node["items"].elements().map(Item.init)
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        details = try Details(node)
        priceIncreaseInfo = try node["priceIncreaseInfo"].present.map(PriceIncreaseInfo.init)
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        status = Status(rawValue: try node["status"].text())
        price = try node["price"].thousandths()
        let dependentSKUs = try node["dependentSKUs"].present?.elements() ?? []
        self.dependentSKUs = try dependentSKUs.map { node throws(JSONMismatch) in try node.text() }
    }
}

// Values in the data of the Advanced Commerce API.
extension JSONNode {
    /// Returns an amount that is written in thousandths: 4990 is 4.99.
    fileprivate func thousandths() throws(JSONMismatch) -> Decimal {
        Decimal(try integer(as: Int64.self)) / 1000
    }

    /// Returns a part of 1 that is written as a decimal string or as a number of thousandths.
    fileprivate func rate() throws(JSONMismatch) -> Decimal {
        guard case .string(let text) = value else { return try thousandths() }
        let isDecimal = text.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        guard isDecimal,
            let rate = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { throw mismatch(expected: "a decimal number") }
        return rate
    }

    /// Returns a date that is written in milliseconds since 1970.
    fileprivate func date() throws(JSONMismatch) -> Date {
        Date(timeIntervalSince1970: Double(try integer(as: Int64.self)) / 1000)
    }

    /// Returns a period that is written in ISO 8601, such as `P1M`.
    fileprivate func period() throws(JSONMismatch) -> Product.SubscriptionPeriod {
        guard let period = Product.SubscriptionPeriod(iso8601: try text()) else {
            throw mismatch(expected: "a period such as P1M")
        }
        return period
    }
}
