import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

// Notifications of the App Store Server, of all customers.
extension ControlAPI {
    var notificationRoutes: [Route] {
        [
            route("GET", "/notification-settings", answering: notificationSettings),
            route("PATCH", "/notification-settings", changeNotificationSettings),
            route("GET", "/notifications", notifications),
            route("POST", "/notifications/test", requestTest),
            route("GET", "/notifications/{identifier}") { request in
                try ControlQuery(request).end()
                guard let identifier = UUID(uuidString: Self.identifier(in: request)),
                    let record = try store.notification(identifier)
                else { throw Self.unknownNotification(request) }
                return .control(try details(of: record))
            },
            route("POST", "/notifications/{identifier}/replay", replay),
        ]
    }

    private func notificationSettings() throws -> JSONValue {
        let settings = try store.notificationSettings
        return .object([
            "isRecording": .bool(settings.isRecording),
            "url": settings.url.map { .string($0.absoluteString) } ?? .null,
        ])
    }

    private func changeNotificationSettings(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let body = try JSONNode(requiredIn: request, members: ["isRecording", "url"])
        let isRecording = try body["isRecording"].given?.flag()
        let removesURL = body["url"].isNull
        let url = try body["url"].present?.notificationURL()
        try store.updateNotificationSettings { settings in
            settings.isRecording = isRecording ?? settings.isRecording
            settings.url = removesURL ? nil : url ?? settings.url
        }
        return .control(try notificationSettings())
    }

    private func notifications(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = NotificationHistoryQuery()
        query.type = parameters.text("type").map { .init(rawValue: $0) }
        query.isFailed = try parameters.flag("failed") ?? false
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let records = try store.latestNotifications(query, before: before, limit: limit + 1)
        let page = records.prefix(limit)
        let names = try store.customerNames(of: page.compactMap(\.notification.customerID))
        let last = records.count > limit ? page.last?.notification.id : nil
        let notifications = page.map { JSONValue.members($0.control(names)) }
        return .page("notifications", notifications, next: last)
    }

    private func requestTest(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        _ = try JSONNode(request, members: [])
        guard let identifier = try store.requestTestNotification() else {
            let message = "The notification settings have no url to send it to."
            throw ControlError(.conflict, "noNotificationURL", message)
        }
        return .control(.object(["identifier": .string(identifier.controlText)]), .created)
    }

    private func replay(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        _ = try JSONNode(request, members: [])
        guard let identifier = UUID(uuidString: Self.identifier(in: request)),
            try store.replayNotification(identifier),
            let record = try store.notification(identifier)
        else { throw Self.unknownNotification(request) }
        return .control(try details(of: record))
    }

    private static func identifier(in request: Request) -> String {
        request.parameters["identifier"] ?? ""
    }

    private static func unknownNotification(_ request: Request) -> ControlError {
        let message = "The store has no notification \(identifier(in: request))"
        return ControlError(.notFound, "unknownNotification", message)
    }

    /// A notification with its signed payload, which lists leave out.
    private func details(of record: NotificationRecord) throws -> JSONValue {
        let ids = [record.notification.customerID].compactMap { $0 }
        var members = record.control(try store.customerNames(of: ids))
        let document = try store.signed(record.notification).compactSerialization
        members["signedPayload"] = try .document(document, hasHeader: false)
        return .members(members)
    }
}

extension JSONNode {
    fileprivate func notificationURL() throws(JSONMismatch) -> URL {
        let expected = "an http or https URL, or null"
        guard let url = NotificationSettings.url(try text(expected: expected)) else {
            throw mismatch(expected: expected)
        }
        return url
    }
}

extension NotificationRecord {
    fileprivate func control(_ names: [Customer.ID: String]) -> [String: JSONValue?] {
        [
            "identifier": .string(notification.identifier.controlText),
            "type": .string(notification.type.rawValue),
            "subtype": notification.subtype.map { .string($0.rawValue) },
            "date": .date(notification.date),
            "customer": notification.customerID.flatMap { names[$0] }.map(JSONValue.string),
            "transactionID": notification.entryID.map { .number($0) },
            "nextAttemptDate": notification.nextAttemptDate.map(JSONValue.date),
            "attempts": .array(attempts.map(\.control)),
        ]
    }
}

extension StoreNotification.Attempt {
    fileprivate var control: JSONValue {
        .members([
            "date": .date(date),
            "result": result.map { .string($0.rawValue) },
            "status": status.map { .number($0) },
            "response": response.map(JSONValue.string),
        ])
    }
}
