import AppReceipt
package import Foundation
package import LocalAppStore
package import StrictJSON

/// A notification with the name of its customer.
package struct NotificationRow: Equatable, Sendable {
    package let record: NotificationRecord
    /// The name of the customer; `nil` for a test.
    package let customer: String?

    package var json: JSONValue { .members(members) }

    package var members: [String: JSONValue?] {
        let notification = record.notification
        return [
            "identifier": .identifier(notification.identifier),
            "type": .string(notification.type.rawValue),
            "subtype": notification.subtype.map { .string($0.rawValue) },
            "date": .date(notification.date),
            "customerID": notification.customerID.map { .number($0) },
            "customer": customer.map(JSONValue.string),
            "transactionID": notification.entryID.map { .number($0) },
            "nextAttemptDate": notification.nextAttemptDate.map(JSONValue.date),
            "attempts": .array(record.attempts.map(\.json)),
        ]
    }
}

extension NotificationRow {
    package init(_ record: NotificationRecord, in store: Store) throws(StoreError) {
        self = try Self.rows(of: [record], in: store)[0]
    }

    /// The rows of notifications about any customers.
    package static func rows(
        of records: some Collection<NotificationRecord>,
        in store: Store
    ) throws(StoreError) -> [NotificationRow] {
        let names = try store.customers.names(of: records.compactMap(\.notification.customerID))
        return records.map { record in
            let customer = record.notification.customerID.flatMap { names[$0] }
            return NotificationRow(record: record, customer: customer)
        }
    }
}

extension StoreNotification {
    /// The type and the subtype, as in `EXPIRED.VOLUNTARY`.
    package var name: String {
        NotificationEvent(type, subtype).description
    }
}

extension StoreNotification.Attempt {
    fileprivate var json: JSONValue {
        .members([
            "date": .date(date),
            "result": result.map { .string($0.rawValue) },
            "status": status.map { .number($0) },
            "response": response.map(JSONValue.string),
        ])
    }
}

extension URL {
    /// The address for logs, without the parts that may contain secrets: user, password and query.
    package var withoutSecrets: String {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
        parts?.user = nil
        parts?.password = nil
        parts?.query = nil
        return parts?.string ?? ""
    }
}
