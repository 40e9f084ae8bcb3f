package import Foundation

extension ReceiptContent {
    /// The object under `receipt` in a response of verifyReceipt, in Apple's order.
    ///
    /// Values that the receipt does not have are left out. The app's identifier has two names, as
    /// in Apple's responses.
    ///
    /// `requestDate` is when the request was made.
    package func responseObject(requestDate: Date) -> ResponseObject {
        var object = ResponseObject()
        object.reserveCapacity(27)
        object.add("receipt_type", type?.rawValue)
        object.add("adam_id", appIdentifier)
        object.add("app_item_id", appIdentifier)
        object.add("bundle_id", bundleIdentifier)
        object.add("application_version", appVersion)
        object.add("download_id", downloadIdentifier)
        object.add("version_external_identifier", versionExternalIdentifier)
        object.add(.receiptCreation, creationDate)
        object.add(exact: .request, requestDate)
        object.add(.originalPurchase, originalPurchaseDate)
        object.add(.preorder, preorderDate)
        object.add(.expiration, expirationDate)
        object.add("original_application_version", originalAppVersion)
        object.add("in_app", inAppPurchases.map(\.responseObject))
        return object
    }
}

extension Receipt.InAppPurchase {
    /// The object of this purchase in `in_app`, in Apple's order.
    ///
    /// Numbers and Boolean values are strings. Values that the receipt does not contain are left
    /// out, and so is a web order identifier of 0.
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
