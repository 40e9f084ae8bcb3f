import Foundation
import LocalAppStore

extension Catalog {
    /// Reads a catalog from text, as if it stood in `Shop.storekit`.
    static func make(_ text: String) throws(CatalogError) -> Catalog {
        try Catalog(data: Data(text.utf8), fileName: "Shop.storekit")
    }

    /// Reads a catalog whose one subscription has these keys besides the necessary ones.
    static func make(subscriptionWith keys: String) throws -> SubscriptionTerms? {
        let subscription = CatalogText.subscription(more: ", " + keys)
        let group = CatalogText.group(subscriptions: [subscription])
        return try make(CatalogText.make(groups: [group])).products.first?.subscription
    }

    /// The message with which reading a text fails, `nil` if it does not.
    static func failure(reading text: String) -> String? {
        do {
            _ = try make(text)
            return nil
        } catch {
            return error.localizedDescription
        }
    }
}
