import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

// Notifications that the store sent, or is to send.
extension ServerAPI {
    var notificationRoutes: [Route] {
        [
            route("POST", "/inApps/v1/notifications/test", requestTest),
            route("GET", "/inApps/v1/notifications/test/{token}", test),
            route("POST", "/inApps/v1/notifications/history", notifications),
        ]
    }

    /// The notifications on a page, as by Apple.
    private static let pageSize = 20

    private func requestTest(_ request: Request) throws -> JSONValue {
        guard let identifier = try store.notifications.requestTest(),
            let record = try store.notifications.record(identifier)
        else { throw RequestRefusal.noNotificationURL }
        return .object(["testNotificationToken": .string(Self.testToken(of: record.notification))])
    }

    private func test(_ request: Request) throws -> JSONValue {
        let token = request.parameters["token"] ?? ""
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let identifier = UUID(uuidString: String(parts[0])),
            Self.transactionID(String(parts[1])) != nil
        else { throw RequestRefusal.invalidTestToken }
        guard let record = try store.notifications.record(identifier),
            record.notification.type == .test, Self.testToken(of: record.notification) == token
        else { throw RequestRefusal.unknownTestNotification }
        return .object(try members(of: record))
    }

    /// The token of a test in Apple's form: the identifier, and the date in milliseconds.
    private static func testToken(of notification: StoreNotification) -> String {
        let milliseconds = Int64((notification.date.timeIntervalSince1970 * 1000).rounded())
        return "\(notification.identifier.uuidString.lowercased())_\(milliseconds)"
    }

    private func notifications(_ request: Request) throws -> JSONValue {
        let query = try NotificationHistoryQuery(JSONNode(request), at: store.clock.now)
        let position = try request.target.value(of: "paginationToken", .invalidPaginationToken) {
            Self.transactionID($0)
        }
        let limit = Self.pageSize
        // One more shows whether there are more.
        let found = try store.notifications.history(query, after: position ?? 0, limit: limit + 1)
        let page = found.prefix(limit)
        var members: [String: JSONValue] = [
            "notificationHistory": .array(try page.map { .object(try self.members(of: $0)) }),
            "hasMore": .bool(found.count > limit),
        ]
        if found.count > limit, let last = page.last {
            members["paginationToken"] = .string(String(last.notification.id))
        }
        return .object(members)
    }

    private func members(of record: NotificationRecord) throws -> [String: JSONValue] {
        let attempts = record.attempts.compactMap { attempt in
            attempt.result.map { result in
                JSONValue.object([
                    "attemptDate": .milliseconds(attempt.date),
                    "sendAttemptResult": .string(result.rawValue),
                ])
            }
        }
        let document = try store.notifications.signed(record.notification)
        return [
            "signedPayload": .string(document.compactSerialization),
            "sendAttempts": .array(attempts),
        ]
    }
}

extension NotificationHistoryQuery {
    fileprivate init(_ body: JSONNode, at now: Date) throws(RequestRefusal) {
        self.init()
        let start = try body.date("startDate", .invalidStartDate)
        let end = try body.date("endDate", .invalidEndDate)
        guard start < end else { throw .startNotBeforeEnd }
        guard start >= now - StoreNotification.retention else { throw .startTooEarly }
        (startDate, endDate) = (start, end)
        isFailed =
            try body.member("onlyFailures", .malformedBody) { node throws(JSONMismatch) in
                try node.flag()
            } ?? false
        type = try body.text("notificationType", .invalidNotificationType)
            .map(NotificationPayload.NotificationType.init(rawValue:))
        subtype = try body.text("notificationSubtype", .invalidNotificationType)
            .map(NotificationPayload.Subtype.init(rawValue:))
        guard type.map(Self.types.contains) ?? (subtype == nil),
            subtype.map(Self.subtypes.contains) ?? true
        else { throw .invalidNotificationType }
        guard let transaction = try body.text("transactionId", .invalidTransaction) else { return }
        guard type == nil else { throw .tooManyFilters }
        guard let id = ServerAPI.transactionID(transaction) else { throw .invalidTransaction }
        entryID = id
    }

    private static let types = Set(Store.Notifications.events.map(\.type))
    private static let subtypes = Set(Store.Notifications.events.compactMap(\.subtype))
}
