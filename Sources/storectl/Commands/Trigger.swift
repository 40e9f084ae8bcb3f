import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands

struct Trigger: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Causes a notification, by the events that lead to it.",
        discussion: """
            A new customer buys, renews, cancels and so on, and the store's time may advance. With \
            --customer it happens to that customer, who continues from where they are: after \
            DID_FAIL_TO_RENEW, DID_RENEW.BILLING_RECOVERY collects the payment. What was recorded \
            on the way is printed, the wanted notification last. An event outside of the store, \
            such as METADATA_UPDATE or PRICE_CHANGE, leaves the customer's purchase as it is. \
            Where the catalog has no seats, notifications of seats are reported alone.

            \(NotificationEvent.names.joined(separator: ", "))
            """
    )

    @Argument(
        help: "The type, and after a dot the subtype.",
        completion: .list(NotificationEvent.names),
        transform: NotificationEvent.reading
    )
    var notification: NotificationEvent

    @Option(help: "The product that the customer is to buy.", completion: .products)
    var product: String?

    @Option(
        name: .customLong("seat-claim"),
        help: "A claim that UNCLAIM_SEATS names, once for each; a new one if missing.",
        transform: reading("a UUID", UUID.init(uuidString:))
    )
    var seatClaims: [UUID] = []

    @OptionGroup var common: CommonOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func report(in store: Store) throws -> ListReport<NotificationRow> {
        let isWithoutCustomer =
            notification.type == .test || !Store.Notifications.events.contains(notification)
        if options.namesCustomer || isWithoutCustomer { return try trigger(in: store) }
        let newcomer = try store.actingForNewcomer()
        do {
            return try trigger(in: newcomer)
        } catch {
            // A customer whose notification was not reached has no further use.
            try? store.customers.delete(newcomer.customerID)
            throw error
        }
    }

    private func trigger(in store: Store) throws -> ListReport<NotificationRow> {
        let records = try store.notifications.trigger(
            notification,
            product: product,
            seatClaims: seatClaims
        )
        return try ListReport(records, in: store)
    }
}

extension Store {
    /// The store of a customer without transactions, who is added unless another trigger has added
    /// one.
    fileprivate func actingForNewcomer() throws -> Store {
        let names = Set(try customers.all().map(\.name).filter { $0.hasPrefix("trigger-") })
        var number = max(1, names.count)
        while true {
            let name = "trigger-\(number)"
            let store = try customers.acting(addingIfNeeded: name)
            if try !names.contains(name) || store.entries().isEmpty { return store }
            number += 1
        }
    }
}

extension NotificationEvent {
    static let names = Store.Notifications.events.map(\.description)

    static let reading = storectl.reading("TYPE or TYPE.SUBTYPE, such as DID_RENEW") { name in
        NotificationEvent(name)
    }
}
