/// What customers of one language read about a product or a group.
public struct CatalogLocalization: Sendable, Equatable {
    /// The locale, such as `en_US`, `ja` or `zh_Hant`.
    public var localeIdentifier: String

    /// The name; it may be empty.
    public var displayName: String

    /// The description; it may be empty.
    public var productDescription: String

    /// Makes the texts for one locale.
    public init(
        localeIdentifier: String = "en_US",
        displayName: String = "",
        productDescription: String = ""
    ) {
        self.localeIdentifier = localeIdentifier
        self.displayName = displayName
        self.productDescription = productDescription
    }
}
