public import Foundation

/// What a customer is shown before paying.
public struct PurchaseSheet: Sendable, Equatable {
    /// The product's name in the customer's language; its identifier when it has none.
    public var title: String
    /// The product's description in the customer's language.
    public var summary: String
    /// The product.
    public var productID: String
    /// How many pieces.
    public var quantity: Int
    /// What all pieces cost together.
    public var price: Decimal
    /// The language, region and currency to show the price in.
    public var priceLocale: Locale

    init(
        _ request: PaymentRequest,
        product: CatalogProduct,
        price: Decimal,
        settings: StoreSettings
    ) {
        let locale = Locale(identifier: settings.localeIdentifier)
        let text = product.localization(for: locale)
        let name = text?.displayName ?? ""
        title = name.isEmpty ? product.id : name
        summary = text?.productDescription ?? ""
        productID = product.id
        quantity = request.quantity
        self.price = price * Decimal(request.quantity)
        priceLocale = settings.priceLocale
    }
}
