import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

/// Notifications, in the order in which they were recorded.
struct NotificationReport: Report {
    private let notifications: [Item]

    fileprivate struct Item {
        let record: NotificationRecord
        let customer: String?
    }

    init(_ records: [NotificationRecord], in store: Store) throws {
        let customers = try store.customers()
        notifications = records.map { record in
            let customer = customers.first { $0.id == record.notification.customerID }
            return Item(record: record, customer: customer?.name)
        }
    }

    var json: JSONValue {
        .object(["notifications": .array(notifications.map(\.json))])
    }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .text("NOTIFICATION"), .text("DATE"), .text("CUSTOMER"), .number("ID"),
            .text("DELIVERY"), .text("UUID"),
        ])
        for item in notifications {
            let notification = item.record.notification
            table.add(
                notification.name,
                notification.date.iso8601Seconds,
                item.customer,
                notification.entryID.map { "\($0)" },
                item.delivery,
                notification.identifier.uuidString.lowercased()
            )
        }
        return table.text(style, ifEmpty: "There are no notifications.")
    }
}

extension NotificationReport.Item {
    fileprivate var json: JSONValue {
        let notification = record.notification
        return .object([
            "attempts": .array(
                record.attempts.map { attempt in
                    .object([
                        "date": .date(attempt.date), "result": .text(attempt.result?.rawValue),
                    ])
                }
            ),
            "customer": .text(customer),
            "date": .date(notification.date),
            "nextAttemptDate": .date(notification.nextAttemptDate),
            "subtype": .text(notification.subtype?.rawValue),
            "transaction": .number(notification.entryID),
            "type": .string(notification.type.rawValue),
            "uuid": .string(notification.identifier.uuidString.lowercased()),
        ])
    }

    /// How far the delivery is, in a few words.
    fileprivate var delivery: String {
        if record.attempts.contains(where: { $0.result == .success }) { return "received" }
        let failure = record.attempts.last.map { $0.result?.rawValue ?? "under way" }
        let next = record.notification.nextAttemptDate.map { "due \($0.iso8601Seconds)" }
        return [failure, next].compactMap { $0 }.joined(separator: ", ")
    }
}

extension StoreNotification {
    /// The type and the subtype, as in `EXPIRED.VOLUNTARY`.
    var name: String {
        [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: ".")
    }
}
