import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The events of a store as lines, for people or as JSON.
final class EventLines: Sendable {
    private let store: Store
    private let isJSON: Bool
    private let output: @Sendable (String) -> Void
    /// The last line of each subject, because a change may be delivered twice.
    private let written = Locked<[String: String]>([:])
    private let settings: Locked<[String: JSONValue]>

    init(of store: Store, isJSON: Bool, write: @escaping @Sendable (String) -> Void) throws {
        self.store = store
        self.isJSON = isJSON
        output = write
        settings = Locked(try SettingsRow(of: store).members)
    }

    /// Writes a change, as far as it can be read.
    func write(_ change: LedgerChange) {
        for purchases in change.purchases {
            guard let owner = try? store.customers.acting(for: purchases.customerID) else {
                continue
            }
            try? write(purchases, of: owner)
        }
        for identifier in change.notifications {
            guard let record = try? store.notifications.record(identifier) else { continue }
            try? write(record)
        }
        if change.hasNewSettings { writeSettings() }
    }

    /// Writes the settings that changed, if any did.
    private func writeSettings() {
        guard let present = try? SettingsRow(of: store).members else { return }
        let former = settings.withLock { settings in
            defer { settings = present }
            return settings
        }
        let names = Set(present.keys).union(former.keys).filter { present[$0] != former[$0] }
        guard !names.isEmpty else { return }
        let texts = names.sorted().map { "\($0) \((present[$0] ?? .null).plainText)" }
        write("settings", texts.joined(separator: ", "), .object(present))
    }

    func writeTime() {
        let now = store.clock.now
        write("time", "advanced to \(now.rfc3339)", .date(now))
    }

    private func write(_ purchases: LedgerChange.Purchases, of owner: Store) throws {
        let name = try owner.customer.name
        if purchases.isCleared {
            write("cleared", "customer \(name)", .string(name))
        } else {
            // The next clearing is not the last one delivered again.
            written.withLock { $0["cleared"] = nil }
        }
        for id in purchases.entryIDs {
            guard let entry = try owner.entry(id) else {
                write("transaction \(id)", "removed", .object(["id": .number(id)]))
                continue
            }
            let row = try TransactionRow(entry, in: owner)
            let text = [
                "customer \(name)", entry.productID, row.shownState, entry.netCharge, row.note,
            ]
            let facts = text.filter { !$0.isEmpty }.joined(separator: ", ")
            write("transaction \(id)", facts, row.json)
        }
        for id in purchases.subscriptionIDs {
            guard let status = try owner.subscriptions.status(of: id) else { continue }
            let row = try SubscriptionRow(status, in: owner)
            let text = [
                "customer \(name)", row.subscription.productID, "\(row.subscription.status)",
                "until \(row.subscription.expirationDate.iso8601Seconds)",
                "auto-renew \(row.subscription.renewsNextPeriod ? "on" : "off")",
            ]
            write("subscription \(id)", text.joined(separator: ", "), row.json)
        }
    }

    private func write(_ record: NotificationRecord) throws {
        let notification = record.notification
        let row = try NotificationRow(record, in: store)
        let subject = "\(notification.name) \(notification.identifier.uuidString.lowercased())"
        let purchase = [
            notification.entryID.map { "transaction \($0)" }, row.customer.map { "customer \($0)" },
        ]
        .compactMap { $0 }.joined(separator: ", ")
        write("notification \(subject)", purchase, row.json)
        let address = try store.notifications.settings.url?.withoutSecrets ?? "no address"
        for (index, attempt) in record.attempts.enumerated() {
            guard let result = attempt.result else { continue }
            let status = attempt.status.map { " \($0)" } ?? ""
            write(
                "attempt \(index + 1) of \(subject)",
                "at \(attempt.date.rfc3339), to \(address): \(result.rawValue)\(status)",
                row.json
            )
        }
    }

    /// Writes a line unless it is the last one of its subject.
    private func write(_ subject: String, _ text: String, _ json: JSONValue) {
        let kind = String(subject.prefix { $0 != " " })
        let document = JSONValue.object(["event": .string(kind), kind: json])
        let line = isJSON ? String(decoding: document.bytes, as: UTF8.self) : "\(subject): \(text)"
        let isNew = written.withLock { $0.updateValue(line, forKey: subject) != line }
        guard isNew else { return }
        output(isJSON ? "\(line)\n" : "\(store.clock.now.rfc3339) \(line)\n")
    }
}
