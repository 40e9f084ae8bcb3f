import Foundation
import StoreModel

/// Small catalog files as text, whose parts a test can replace.
enum CatalogText {
    static func make(
        products: [String] = [],
        nonRenewing: [String] = [],
        groups: [String] = [],
        settings: String = "{}"
    ) -> String {
        """
        {"products": \(list(products)), "nonRenewingSubscriptions": \(list(nonRenewing)),
        "subscriptionGroups": \(list(groups)), "settings": \(settings),
        "version": {"major": 4, "minor": 0}}
        """
    }

    static func product(
        id: String = #""coins""#,
        type: String = #""Consumable""#,
        price: String = #""0.99""#,
        more: String = ""
    ) -> String {
        #"{"productID": \#(id), "type": \#(type), "displayPrice": \#(price)\#(more)}"#
    }

    static func subscription(
        id: String = #""monthly""#,
        level: String = "1",
        period: String = #""P1M""#,
        more: String = ""
    ) -> String {
        let own = #", "groupNumber": \#(level), "recurringSubscriptionPeriod": \#(period)"#
        return product(
            id: id,
            type: #""RecurringSubscription""#,
            price: #""4.99""#,
            more: own + more
        )
    }

    static func group(id: String = #""club""#, subscriptions: [String]) -> String {
        #"{"id": \#(id), "name": "Club", "subscriptions": \#(list(subscriptions))}"#
    }

    static func offer(
        mode: String = #""free""#,
        period: String = #""P1W""#,
        more: String = ""
    ) -> String {
        #"{"paymentMode": \#(mode), "subscriptionPeriod": \#(period)\#(more)}"#
    }

    private static func list(_ elements: [String]) -> String {
        "[\(elements.joined(separator: ", "))]"
    }
}

extension Catalog {
    /// Decodes a catalog from text, as the contents of `Shop.storekit`.
    static func make(_ text: String) throws(CatalogError) -> Catalog {
        try Catalog(data: Data(text.utf8), fileName: "Shop.storekit")
    }

    /// Decodes a catalog with one subscription, which has some keys besides the required ones.
    static func make(subscriptionWith keys: String) throws -> SubscriptionTerms? {
        let subscription = CatalogText.subscription(more: ", " + keys)
        let group = CatalogText.group(subscriptions: [subscription])
        return try make(CatalogText.make(groups: [group])).products.first?.subscription
    }

    /// The error message of decoding a text; `nil` if it succeeds.
    static func failure(decoding text: String) -> String? {
        do {
            _ = try make(text)
            return nil
        } catch {
            return error.localizedDescription
        }
    }
}
