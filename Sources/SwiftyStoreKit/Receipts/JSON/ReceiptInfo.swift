import Foundation

/// The response of verifyReceipt, or of another validator, as JSON: objects, arrays and scalars.
public typealias ReceiptInfo = [String: AnyObject]

/// Makes the dictionary that clients get.
package enum ReceiptJSON {
    /// The top level of a response; JSON that is not an object becomes an empty one.
    ///
    /// - Throws: Foundation's error for data that isn't JSON, a bare scalar included.
    static func decode(_ data: Data) throws -> [String: Any] {
        if let fields = ResponseReader.read(data) { return fields }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// The fields as objects of Foundation.
    package static func info(_ fields: [String: Any]) -> ReceiptInfo {
        fields.mapValues { $0 as AnyObject }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The names of fields in a receipt, as JSON spells them.
public enum ReceiptInfoField: String, Sendable {
    /// The app's bundle identifier.
    case bundle_id
    /// The version of the app.
    case application_version
    /// The version of the app that the customer got first.
    case original_application_version
    /// The date when the receipt was made.
    case creation_date
    /// The date when the receipt expires, for a volume purchase.
    case expiration_date
    /// The purchases.
    case in_app

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The names of fields in a purchase, as JSON spells them.
    public enum InApp: String, Sendable {
        /// The number of units.
        case quantity
        /// The identifier of the product.
        case product_id
        /// The identifier of the transaction.
        case transaction_id
        /// The identifier of the first transaction.
        case original_transaction_id
        /// The date when it was bought.
        case purchase_date
        /// The date when it was bought first.
        case original_purchase_date
        /// The date when the subscription's period ends.
        case expires_date
        /// The date when it was refunded or revoked.
        case cancellation_date
        /// The app's identifier in the App Store.
        case app_item_id
        /// The identifier of the app's version in the App Store.
        case version_external_identifier
        /// The identifier of a subscription's period.
        case web_order_line_item_id
    }
}
