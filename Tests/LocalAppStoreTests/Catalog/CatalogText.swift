import Foundation
import LocalAppStore

/// Small catalog files as text, each part of which a test may replace.
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
