package import StrictJSON

// The members are those of `advancedCommerceInfo` in the payload of a signed renewal.
extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo {
    /// Decodes a JSON object; nil if it is missing or malformed.
    package init?(json node: JSONNode) {
        do throws(JSONMismatch) {
            try self.init(node)
        } catch {
            return nil
        }
    }

    private init(_ node: JSONNode) throws(JSONMismatch) {
        consistencyToken = try node["consistencyToken"].text()
        requestReferenceID = try node["requestReferenceId"].text()
        taxCode = try node["taxCode"].text()
        description = try node["descriptors"]["description"].text()
        displayName = try node["descriptors"]["displayName"].text()
        period = try node["period"].period()
        items = try node["items"].list(Item.init)
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        details = try Details(node)
        if let info = node["priceIncreaseInfo"].present {
            priceIncreaseInfo = try PriceIncreaseInfo(info)
        } else {
            priceIncreaseInfo = nil
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        status = Status(rawValue: try node["status"].text())
        price = try node["price"].thousandths()
        dependentSKUs =
            try node["dependentSKUs"].present?.list { node throws(JSONMismatch) in
                try node.text()
            } ?? []
    }
}
