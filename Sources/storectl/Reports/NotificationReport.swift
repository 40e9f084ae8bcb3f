import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// Notifications, in the order in which they were recorded.
struct NotificationReport: Report {
    private let notifications: Excerpt<NotificationRow>

    init(_ records: [NotificationRecord], in store: Store) throws {
        try self.init(Excerpt(records), in: store)
    }

    init(_ records: Excerpt<NotificationRecord>, in store: Store) throws {
        notifications = try records.map { try NotificationRow.rows(of: $0, in: store) }
    }

    var json: JSONValue { .object(["notifications": .array(notifications.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .text("NOTIFICATION"), .text("DATE"), .text("CUSTOMER"), .number("ID"),
            .text("DELIVERY"), .text("UUID"),
        ])
        for row in notifications.elements {
            let notification = row.record.notification
            table.add(
                notification.name,
                notification.date.iso8601Seconds,
                row.customer,
                notification.entryID.map { "\($0)" },
                row.record.delivery,
                notification.identifier.uuidString.lowercased()
            )
        }
        return table.text(style, ifEmpty: "There are no notifications.")
            + notifications.summary
    }
}

extension NotificationRecord {
    /// How far the delivery is, in a few words.
    fileprivate var delivery: String {
        if attempts.contains(where: { $0.result == .success }) { return "received" }
        let failure = attempts.last.map { $0.result?.rawValue ?? "under way" }
        let next = notification.nextAttemptDate.map { "due \($0.iso8601Seconds)" }
        return [failure, next].compactMap { $0 }.joined(separator: ", ")
    }
}
