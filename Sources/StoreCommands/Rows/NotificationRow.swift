import AppReceipt
package import Foundation
package import LocalAppStore
package import StrictJSON

/// A notification with the name of its customer.
package struct NotificationRow: Equatable, Sendable {
    package let record: NotificationRecord
    /// The customer; a test is about none.
    package let customer: String?

    private init(_ record: NotificationRecord, _ names: [Customer.ID: String]) {
        self.record = record
        customer = record.notification.customerID.flatMap { names[$0] }
    }

    package init(_ record: NotificationRecord, in store: Store) throws(StoreError) {
        let ids = [record.notification.customerID].compactMap { $0 }
        self.init(record, try store.customers.names(of: ids))
    }

    /// The rows of notifications about any customers.
    package static func rows(
        of records: some Collection<NotificationRecord>,
        in store: Store
    ) throws(StoreError) -> [NotificationRow] {
        let names = try store.customers.names(of: records.compactMap(\.notification.customerID))
        return records.map { NotificationRow($0, names) }
    }

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
