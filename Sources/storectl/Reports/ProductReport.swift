import LocalAppStore
import StoreCommands
import StrictJSON

/// The products of the catalog, with the prices of the storefront.
struct ProductReport: Report {
    private let list: ListReport<ProductRow>
    private let settings: StoreSettings

    init(_ products: Excerpt<CatalogProduct>, settings: StoreSettings) {
        list = ListReport(rows: products.map { $0.map { ProductRow($0, settings) } })
        self.settings = settings
    }

    var json: JSONValue { ProductRow.json(of: list.rows.elements, in: settings) }

    func text(_ style: TextStyle) -> String { list.text(style) }
}

extension ProductRow: ListRow {
    static let listName = "products"
    static let emptyList = "The configuration has no products."

    static func columns(showsCustomers: Bool) -> [Column<ProductRow>] {
        [
            .text("PRODUCT", \.product.id),
            .text("TYPE", \.product.kind.rawValue),
            .number("PRICE") { $0.product.price.text(in: $0.currency) },
            .text("PERIOD", \.product.subscription?.period.iso8601),
            .text("NAME", \.name),
            .text("OFFERS") { $0.offers.map(\.name.text).joined(separator: " ") },
        ]
    }
}
