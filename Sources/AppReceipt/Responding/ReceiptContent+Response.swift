package import Foundation

extension ReceiptContent {
    /// What verifyReceipt answers under `receipt`, in Apple's order; what the receipt does not say
    /// is left out.
    ///
    /// `requestDate` is when the receipt was asked about. The app's number is sent under two names,
    /// as Apple does.
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
