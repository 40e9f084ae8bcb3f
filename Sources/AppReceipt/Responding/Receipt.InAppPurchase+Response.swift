extension Receipt.InAppPurchase {
    /// What verifyReceipt answers for this purchase in `in_app`, in Apple's order: texts only,
    /// numbers and truth values included.
    ///
    /// What the receipt does not say is left out, and so is the 0 that stands for no web order.
    package var responseObject: ResponseObject {
        var object = ResponseObject()
        object.reserveCapacity(21)
        object.add("quantity", String(quantity))
        object.add("product_id", productIdentifier)
        object.add("transaction_id", transactionIdentifier)
        object.add("original_transaction_id", originalTransactionIdentifier)
        object.add(.purchase, purchaseDate)
        object.add(.originalPurchase, originalPurchaseDate)
        object.add(.expires, expirationDate)
        object.add("web_order_line_item_id", webOrderText)
        object.add("is_trial_period", isTrialPeriod.map(String.init))
        object.add("is_in_intro_offer_period", isInIntroductoryOfferPeriod.map(String.init))
        object.add(.cancellation, cancellationDate)
        object.add("cancellation_reason", cancellationReason.map { String($0) })
        object.add("promotional_offer_id", promotionalOfferIdentifier)
        return object
    }

    private var webOrderText: String? {
        guard let webOrderLineItemIdentifier, webOrderLineItemIdentifier != 0 else { return nil }
        return String(webOrderLineItemIdentifier)
    }
}
