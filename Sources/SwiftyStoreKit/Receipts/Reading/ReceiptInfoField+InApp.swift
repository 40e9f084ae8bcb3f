extension ReceiptInfoField {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The names of fields in a purchase, as JSON spells them.
    public enum InApp: String, Sendable {
        /// How many were bought.
        case quantity
        /// The identifier of the product.
        case product_id
        /// The identifier of the transaction.
        case transaction_id
        /// The identifier of the first transaction.
        case original_transaction_id
        /// When it was bought.
        case purchase_date
        /// When it was bought first.
        case original_purchase_date
        /// When the subscription's period ends.
        case expires_date
        /// When it was cancelled.
        case cancellation_date
        /// The app's identifier in the App Store.
        case app_item_id
        /// The identifier of the app's version in the App Store.
        case version_external_identifier
        /// The identifier of a subscription's period.
        case web_order_line_item_id
    }
}
