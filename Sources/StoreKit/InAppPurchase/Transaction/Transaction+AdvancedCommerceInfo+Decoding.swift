import Foundation
package import StrictJSON

// The members are those of `advancedCommerceInfo` in the payload of a signed transaction.
extension Transaction.AdvancedCommerceInfo {
    /// Decodes a JSON object; nil if it is missing or malformed.
    package init?(json node: JSONNode) {
        do throws(JSONMismatch) {
            try self.init(node)
        } catch {
            return nil
        }
    }

    private init(_ node: JSONNode) throws(JSONMismatch) {
        requestReferenceID = try node["requestReferenceId"].text()
        estimatedTax = try node["estimatedTax"].thousandths()
        taxRate = try node["taxRate"].rate()
        taxCode = try node["taxCode"].text()
        taxExclusivePrice = try node["taxExclusivePrice"].thousandths()
        description = try node["descriptors"]["description"].present?.text()
        displayName = try node["descriptors"]["displayName"].present?.text()
        period = try node["period"].present?.period()
        items = try node["items"].list(Item.init)
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        details = try Details(node)
        refunds = try node["refunds"].present?.list(Transaction.AdvancedCommerceInfo.Refund.init)
        revocationDate = try node["revocationDate"].present?.date()
    }
}

extension Transaction.AdvancedCommerceInfo.Item.Details {
    /// Decodes the members that describe the part, among others of the same object.
    init(_ node: JSONNode) throws(JSONMismatch) {
        sku = try node["SKU"].text()
        displayName = try node["displayName"].text()
        description = try node["description"].text()
        if let offer = node["offer"].present {
            self.offer = try Transaction.AdvancedCommerceInfo.Offer(offer)
        } else {
            offer = nil
        }
        price = try node["price"].thousandths()
        let partners = node["partners"].present
        self.partners = try partners?.list(Transaction.AdvancedCommerceInfo.Partner.init) ?? []
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
