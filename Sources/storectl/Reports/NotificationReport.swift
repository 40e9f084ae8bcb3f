import Foundation
import LocalAppStore
import StoreCommands

extension NotificationRow: StoreRow {
    static let listName = "notifications"
    static let emptyList = "There are no notifications."

    typealias Element = NotificationRecord

    static func columns(showsCustomers: Bool) -> [Column<NotificationRow>] {
        [
            .text("NOTIFICATION", \.record.notification.name),
            .text("DATE", \.record.notification.date.iso8601Seconds),
            .text("CUSTOMER", \.customer),
            .number("ID") { $0.record.notification.entryID.map { "\($0)" } },
            .text("DELIVERY", \.record.delivery),
            .text("UUID") { $0.record.notification.identifier.uuidString.lowercased() },
        ]
    }
}

extension NotificationRecord {
    /// The progress of the delivery, in a few words.
    fileprivate var delivery: String {
        if attempts.contains(where: { $0.result == .success }) { return "received" }
        let failure = attempts.last.map { $0.result?.rawValue ?? "under way" }
        let next = notification.nextAttemptDate.map { "due \($0.iso8601Seconds)" }
        return [failure, next].compactMap { $0 }.joined(separator: ", ")
    }
}
