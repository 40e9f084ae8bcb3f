import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// The store itself: its products, time, settings and events; and the description of the API.
extension ControlAPI {
    var storeRoutes: [Route] {
        [
            route("GET", "/store") { _ in try description() },
            route("GET", "/products") { _ in
                let settings = try store.settings
                let rows = store.catalog.products.map { ProductRow($0, settings) }
                return ProductRow.json(of: rows, in: settings)
            },
            route("POST", "/time", body: .members(["advance"])) { request in
                try TimeStep(request.body["advance"]).run(in: store)
                return .members(["now": .date(store.clock.now), "nextEventDate": try nextEvent])
            },
            // `storectl reset` also resets the settings, which a tester of the page keeps.
            route("POST", "/reset") { _ in
                try store.clearAllCustomers(resettingSettings: false)
                return .object([:])
            },
            route("GET", "/settings") { _ in try SettingsRow(of: store).json },
            route("PATCH", "/settings", body: .required(SettingsChange.memberNames)) { request in
                try SettingsChange(request.body).run(in: store)
                return try SettingsRow(of: store).json
            },
            Route("GET", Self.prefix + "/events") { request in
                _ = try ControlRequest(request, parameters: [], body: .members([]))
                return Response(events.open())
            },
            Route("GET", Self.prefix + "/openapi.json") { request in
                _ = try ControlRequest(request, parameters: [], body: .members([]))
                return .json(Data(PackageResources.openapi_json))
            },
        ]
    }

    private func description() throws -> JSONValue {
        let key = try keys.key()
        let root = Data(try store.signedTransactionRootCertificate)
        return .members([
            "bundleIdentifier": .string(store.app.bundleIdentifier),
            "version": .string(store.app.version),
            "environment": .string(try environment),
            "now": .date(store.clock.now),
            "nextEventDate": try nextEvent,
            "isManualClock": .bool(store.clock.isManual),
            "openRefundRequests": .number(try store.refunds.openRequestCount()),
            "storefront": .string(try store.settings.storefront),
            "ledger": .string(store.location.path),
            "entitlementService": service.map { .string($0.address) },
            "rootCertificate": .string(root.base64EncodedString()),
            "credentials": .members([
                "issuerID": .string(key.issuerID.uuidString.lowercased()),
                "keyID": .string(key.id),
                "privateKeyPath": keys.file.map { .string($0.path) },
            ]),
        ])
    }

    private var nextEvent: JSONValue? {
        get throws { try store.subscriptions.nextEventDate().map(JSONValue.date) }
    }

    /// The environment of the store's signatures.
    var environment: String {
        get throws { try store.receiptSettings.environment.rawValue }
    }
}
