import AppReceipt
import ArgumentParser
import LocalAppStore
import StoreCommands

struct Trigger: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Causes a notification, by the events that lead to it.",
        discussion: """
            A new customer buys, renews, cancels and so on, and the store's time may advance. With \
            --customer it happens to that customer, who continues from where they are: after \
            DID_FAIL_TO_RENEW, DID_RENEW.BILLING_RECOVERY collects the payment. What was recorded \
            on the way is printed, the wanted notification last.

            \(Store.Notifications.triggers.joined(separator: ", "))
            """
    )

    @Argument(
        help: "The type, and after a dot the subtype.",
        completion: .list(Store.Notifications.triggers),
        transform: NotificationName.reading
    )
    var notification: NotificationName

    @Option(help: "The product that the customer is to buy.", completion: .products)
    var product: String?

    @OptionGroup var common: CommonOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func report(in store: Store) throws -> ListReport<NotificationRow> {
        let isWithoutCustomer = notification.type == .test || !notification.isKnown
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
            notification.type,
            notification.subtype,
            product: product
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

/// A type of notification with its subtype, as in `EXPIRED.VOLUNTARY`.
struct NotificationName {
    let type: NotificationPayload.NotificationType
    let subtype: NotificationPayload.Subtype?

    static let reading = storectl.reading("TYPE or TYPE.SUBTYPE, such as DID_RENEW") { text in
        NotificationName(text)
    }

    private init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        type = .init(rawValue: String(parts[0]))
        subtype = parts.count == 2 ? .init(rawValue: String(parts[1])) : nil
    }

    /// Whether events of a store lead to it.
    var isKnown: Bool {
        let name = [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: ".")
        return Store.Notifications.triggers.contains(name)
    }
}
