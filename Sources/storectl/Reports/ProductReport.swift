import LocalAppStore
import StoreCommands
import StrictJSON

/// The products of the catalog, with the prices of the storefront.
struct ProductReport: Report {
    private let products: Excerpt<ProductRow>
    private let settings: StoreSettings

    init(products: Excerpt<CatalogProduct>, settings: StoreSettings) {
        self.products = products.map { $0.map { ProductRow($0, settings) } }
        self.settings = settings
    }

    var json: JSONValue { ProductRow.json(of: products.elements, in: settings) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .text("PRODUCT"), .text("TYPE"), .number("PRICE"), .text("PERIOD"), .text("NAME"),
            .text("OFFERS"),
        ])
        for row in products.elements {
            table.add(
                row.product.id,
                row.product.kind.rawValue,
                Money(row.product.price, row.currency).text,
                row.product.subscription?.period.iso8601,
                row.name,
                row.offers.map(\.name.text).joined(separator: " ")
            )
        }
        return table.text(style, ifEmpty: "The configuration has no products.") + products.summary
    }
}
