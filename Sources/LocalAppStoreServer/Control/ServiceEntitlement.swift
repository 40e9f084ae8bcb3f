import AppReceipt
import Foundation
import StoreCommands
import StrictJSON

/// The state of one name and one purchase or grant, according to an entitlement service.
typealias ServiceEntitlement = OfflineEntitlements.Entitlement

extension ServiceEntitlement {
    /// Reads an element of a response; further members, of a later service, are ignored.
    private init(response node: JSONNode) throws(JSONMismatch) {
        let source = node["source"].present
        self.init(
            name: try node["name"].plainText(),
            productIdentifier: try node["productId"].required(if: source == nil)?.plainText(),
            originalTransactionIdentifier: try node["originalTransactionId"]
                .required(if: source == nil)?.plainText(),
            state: try node["state"].choice(of: [State.active, .gracePeriod, .billingRetry]),
            isGranted: try node["granted"].flag(),
            until: try node["until"].present?.date(),
            seats: try node["seats"].present?.integer(),
            role: (try node["role"].present?.plainText()).map(Role.init),
            source: (try source?.plainText()).map(Source.init)
        )
    }

    var json: JSONValue {
        .members([
            "name": .string(name),
            "productID": productIdentifier.map(JSONValue.string),
            "originalTransactionID": originalTransactionIdentifier.map(JSONValue.string),
            "state": .string(state.rawValue),
            "isGranted": .bool(isGranted),
            "until": until.map(JSONValue.date),
            "seats": seats.map(JSONValue.number),
            "role": role.map { .string($0.rawValue) },
            "source": source.map { .string($0.rawValue) },
        ])
    }

    static func list(_ body: String) throws(JSONMismatch) -> [ServiceEntitlement] {
        let document = try JSONNode(document: Array(body.utf8)).object()
        return try document["entitlements"].elements().map { node throws(JSONMismatch) in
            try ServiceEntitlement(response: try node.object())
        }
    }
}
