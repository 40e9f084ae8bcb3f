import Foundation

/// One purchase and how verifyReceipt writes it.
struct TestPurchase {
    let product: TestProduct
    let quantity: Int
    let id: Int
    let originalId: Int
    let date: Date
    let originalDate: Date
    let webOrderId: Int
    let isCancelled: Bool
    let isIntroductory: Bool

    var expires: Date? {
        product.renews ? date.addingTimeInterval(Double(product.days) * 86_400) : nil
    }

    var renewal: [String: String] {
        [
            "auto_renew_product_id": product.id, "product_id": product.id,
            "original_transaction_id": String(originalId), "auto_renew_status": "1",
        ]
    }

    func fields(isListed: Bool) -> [String: String] {
        var fields = [
            "quantity": String(quantity), "product_id": product.id, "transaction_id": String(id),
            "original_transaction_id": String(originalId), "in_app_ownership_type": "PURCHASED",
        ]
        fields.merge(DateTexts.fields("purchase_date", date)) { $1 }
        fields.merge(DateTexts.fields("original_purchase_date", originalDate)) { $1 }
        if let expires { fields.merge(subscriptionFields(until: expires)) { $1 } }
        if isCancelled {
            let day = date.addingTimeInterval(86_400)
            fields.merge(DateTexts.fields("cancellation_date", day)) { $1 }
            fields["cancellation_reason"] = "0"
        }
        if isListed { fields["subscription_group_identifier"] = "21234567" }
        return fields
    }

    private func subscriptionFields(until end: Date) -> [String: String] {
        var fields = DateTexts.fields("expires_date", end)
        fields["web_order_line_item_id"] = String(webOrderId)
        fields["is_trial_period"] = id == originalId ? "true" : "false"
        fields["is_in_intro_offer_period"] = isIntroductory ? "true" : "false"
        return fields
    }
}
