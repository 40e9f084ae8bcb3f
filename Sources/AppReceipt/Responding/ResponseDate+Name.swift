extension ResponseDate {
    /// The three names under which a date is sent, put together once.
    package struct Name: Hashable, Sendable {
        /// The name of the text in UTC.
        package let utc: String
        /// The name of the milliseconds.
        package let milliseconds: String
        /// The name of the text with the clocks of California.
        package let pacific: String

        /// Takes the name of the text in UTC, which the others are made of.
        package init(_ name: String) {
            utc = name
            milliseconds = name + "_ms"
            pacific = name + "_pst"
        }
    }
}

extension ResponseDate.Name {
    static let receiptCreation = Self("receipt_creation_date")
    static let request = Self("request_date")
    static let originalPurchase = Self("original_purchase_date")
    static let preorder = Self("preorder_date")
    static let expiration = Self("expiration_date")
    static let purchase = Self("purchase_date")
    static let expires = Self("expires_date")
    static let cancellation = Self("cancellation_date")
}
