import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// Notifications of the App Store Server, of all customers.
extension ControlAPI {
    var notificationRoutes: [Route] {
        [
            route("GET", "/notification-settings", answering: notificationSettings),
            route("PATCH", "/notification-settings", changeNotificationSettings),
            route("GET", "/notifications", notifications),
            route("POST", "/notifications/test", requestTest),
            route("GET", "/notifications/triggers") { request in
                try ControlQuery(request).end()
                let names = Store.Notifications.triggers.map(JSONValue.string)
                return .control(.object(["triggers": .array(names)]))
            },
            route("POST", "/notifications/trigger", trigger),
            route("POST", "/notifications/replay") { request in
                try ControlQuery(request).end()
                _ = try JSONNode(request, members: [])
                return .control(.object(["count": .number(try store.notifications.replayFailed())]))
            },
            route("GET", "/notifications/{identifier}") { request in
                try ControlQuery(request).end()
                guard let identifier = UUID(uuidString: Self.identifier(in: request)),
                    let record = try store.notifications.record(identifier)
                else { throw Self.unknownNotification(request) }
                return .control(try details(of: record))
            },
            route("POST", "/notifications/{identifier}/replay", replay),
        ]
    }

    private func notificationSettings() throws -> JSONValue {
        try store.notifications.settings.json
    }

    private func changeNotificationSettings(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let body = try JSONNode(requiredIn: request, members: ["isRecording", "url"])
        let isRecording = try body["isRecording"].given?.flag()
        let removesURL = body["url"].isNull
        let url = try body["url"].present?.notificationURL()
        try store.notifications.updateSettings { settings in
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
        query.text = parameters.text("search")
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let records = try store.notifications.latest(query, before: before, limit: limit + 1)
        let page = records.prefix(limit)
        let rows = try NotificationRow.rows(of: page, in: store)
        let last = records.count > limit ? page.last?.notification.id : nil
        return .page("notifications", rows.map(\.json), next: last)
    }

    private func requestTest(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        _ = try JSONNode(request, members: [])
        guard let identifier = try store.notifications.requestTest() else {
            let message = "The notification settings have no url to send it to."
            throw ControlError(.conflict, "noNotificationURL", message)
        }
        return .control(.object(["identifier": .identifier(identifier)]), .created)
    }

    /// Causes a notification; the response contains the recorded notifications, the wanted one
    /// last.
    private func trigger(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let members = ["notification", "productID", "customerID"]
        let body = try JSONNode(requiredIn: request, members: members)
        let name = try body["notification"].plainText().split(separator: ".", maxSplits: 1)
        let productID = try body["productID"].given?.plainText()
        let store = try store(of: body["customerID"].given?.identifier())
        let records = try store.notifications.trigger(
            .init(rawValue: String(name.first ?? "")),
            name.dropFirst().first.map { .init(rawValue: String($0)) },
            product: productID
        )
        let rows = try NotificationRow.rows(of: records, in: store)
        return .control(.object(["notifications": .array(rows.map(\.json))]), .created)
    }

    private func replay(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        _ = try JSONNode(request, members: [])
        guard let identifier = UUID(uuidString: Self.identifier(in: request)),
            try store.notifications.replay(identifier),
            let record = try store.notifications.record(identifier)
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
        var members = try NotificationRow(record, in: store).members
        let document = try store.notifications.signed(record.notification).compactSerialization
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
