import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// The store itself: its products and its time.
extension ControlAPI {
    var storeRoutes: [Route] {
        [
            route("GET", "/store", answering: description),
            route("GET", "/products", answering: products),
            route("POST", "/time", advanceTime),
            route("POST", "/reset", answering: reset),
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
            "nextEventDate": try store.subscriptions.nextEventDate().map(JSONValue.date),
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

    /// The environment of the store's signatures.
    var environment: String {
        get throws { try store.receiptSettings.environment.rawValue }
    }

    private func products() throws -> JSONValue {
        let settings = try store.settings
        let rows = store.catalog.products.map { ProductRow($0, settings) }
        return ProductRow.json(of: rows, in: settings)
    }

    private func advanceTime(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let body = try JSONNode(request, members: ["advance"])
        try TimeStep(body["advance"]).run(in: store)
        let next = try store.subscriptions.nextEventDate().map(JSONValue.date)
        return .control(.members(["now": .date(store.clock.now), "nextEventDate": next]))
    }

    private func reset() throws -> JSONValue {
        try store.clearAllCustomers(resettingSettings: false)
        return .object([:])
    }
}
