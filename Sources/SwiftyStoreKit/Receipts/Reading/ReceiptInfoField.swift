// swift-format-ignore: AlwaysUseLowerCamelCase
/// The names of fields in a receipt, as JSON spells them.
public enum ReceiptInfoField: String, Sendable {
    /// The app's bundle identifier.
    case bundle_id
    /// The version of the app.
    case application_version
    /// The version of the app that the customer got first.
    case original_application_version
    /// When the receipt was made.
    case creation_date
    /// When the receipt expires, for a volume purchase.
    case expiration_date
    /// The purchases.
    case in_app
}
