import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// Notifications of the App Store Server, of all customers.
extension ControlAPI {
    var notificationRoutes: [Route] {
        let settings = "/notification-settings"
        return [
            route("GET", settings) { _ in try store.notifications.settings.json },
            route("PATCH", settings, body: .required(["isRecording", "url"]), changeSettings),
            route(
                "GET",
                "/notifications",
                parameters: ControlQuery.page + ["type", "failed", "search"],
                notifications
            ),
            route("POST", "/notifications/test", status: .created, requestTest),
            route("GET", "/notifications/triggers") { _ in
                let names = Store.Notifications.events.map(\.description)
                return .object(["triggers": .array(names.map(JSONValue.string))])
            },
            route(
                "POST",
                "/notifications/trigger",
                body: .required(["notification", "productID", "customerID", "seatClaimIDs"]),
                status: .created,
                trigger
            ),
            route("POST", "/notifications/replay") { _ in
                .object(["count": .number(try store.notifications.replayFailed())])
            },
            route("GET", "/notifications/{identifier}") { try details(of: $0) },
            route("POST", "/notifications/{identifier}/replay") { request in
                guard try store.notifications.replay(try identifier(in: request)) else {
                    throw ControlError.unknown(.notification, request)
                }
                return try details(of: request)
            },
        ]
    }

    private func changeSettings(_ request: ControlRequest) throws -> JSONValue {
        let isRecording = try request.body["isRecording"].given?.flag()
        let removesURL = request.body["url"].isNull
        let url = try request.body["url"].present?.notificationURL()
        try store.notifications.updateSettings { settings in
            settings.isRecording = isRecording ?? settings.isRecording
            settings.url = removesURL ? nil : url ?? settings.url
        }
        return try store.notifications.settings.json
    }

    private func notifications(_ request: ControlRequest) throws -> JSONValue {
        var query = NotificationHistoryQuery()
        query.type = request.query.text("type").map { .init(rawValue: $0) }
        query.isFailed = try request.query.flag("failed") ?? false
        query.text = request.query.text("search")
        let (before, limit) = (try request.query.before, try request.query.limit)
        let records = try store.notifications.latest(query, before: before, limit: limit + 1)
        let page = records.prefix(limit)
        let rows = try NotificationRow.rows(of: page, in: store)
        let last = records.count > limit ? page.last?.notification.id : nil
        return .page("notifications", rows.map(\.json), next: last)
    }

    private func requestTest(_ request: ControlRequest) throws -> JSONValue {
        guard let identifier = try store.notifications.requestTest() else {
            let message = "The notification settings have no url to send it to."
            throw ControlError(.conflict, "noNotificationURL", message)
        }
        return .object(["identifier": .identifier(identifier)])
    }

    /// Causes a notification; the response contains the recorded notifications, the wanted one
    /// last.
    private func trigger(_ request: ControlRequest) throws -> JSONValue {
        let event = try request.body["notification"].notificationEvent()
        let productID = try request.body["productID"].given?.plainText()
        let seatClaims =
            try request.body["seatClaimIDs"].given?.elements()
            .map { node throws(JSONMismatch) in try node.uuid() } ?? []
        let store = try store(of: request.body["customerID"].given?.identifier())
        let records = try store.notifications.trigger(
            event,
            product: productID,
            seatClaims: seatClaims
        )
        let rows = try NotificationRow.rows(of: records, in: store)
        return .object(["notifications": .array(rows.map(\.json))])
    }

    private func identifier(in request: ControlRequest) throws(ControlError) -> UUID {
        let text = request.request.parameters["identifier"] ?? ""
        guard let identifier = UUID(uuidString: text) else {
            throw .unknown(.notification, request)
        }
        return identifier
    }

    /// A notification with its signed payload, which lists leave out.
    private func details(of request: ControlRequest) throws -> JSONValue {
        guard let record = try store.notifications.record(try identifier(in: request)) else {
            throw ControlError.unknown(.notification, request)
        }
        var members = try NotificationRow(record, in: store).members
        let document = try store.notifications.signed(record.notification).compactSerialization
        members["signedPayload"] = try .document(document, hasHeader: false)
        return .members(members)
    }
}

extension JSONNode {
    fileprivate func notificationEvent() throws(JSONMismatch) -> NotificationEvent {
        let expected = "a type such as DID_RENEW, or TYPE.SUBTYPE"
        guard let event = NotificationEvent(try plainText(expected: expected)) else {
            throw mismatch(expected: expected)
        }
        return event
    }

    fileprivate func notificationURL() throws(JSONMismatch) -> URL {
        let expected = "an http or https URL, or null"
        guard let url = NotificationSettings.url(try text(expected: expected)) else {
            throw mismatch(expected: expected)
        }
        return url
    }
}
