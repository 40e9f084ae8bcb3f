import Foundation
import StoreCommands
import StrictJSON

/// The state of one name and one purchase, according to an entitlement service.
struct ServiceEntitlement: Equatable, Sendable {
    /// The service's name of the entitlement.
    let name: String
    let productID: String
    /// The original transaction.
    let originalTransactionID: String
    let state: State
    let isGranted: Bool
    let until: Date?

    /// The states of a purchase in a service.
    enum State: String, CaseIterable, Sendable {
        case active
        case gracePeriod
        case billingRetry
    }

    /// Reads an element of a response; further members, of a later service, are ignored.
    init(_ node: JSONNode) throws(JSONMismatch) {
        name = try node["name"].plainText()
        productID = try node["productId"].plainText()
        originalTransactionID = try node["originalTransactionId"].plainText()
        state = try node["state"].choice(of: State.allCases)
        isGranted = try node["granted"].flag()
        until = try node["until"].present?.date()
    }

    var json: JSONValue {
        .members([
            "name": .string(name),
            "productID": .string(productID),
            "originalTransactionID": .string(originalTransactionID),
            "state": .string(state.rawValue),
            "isGranted": .bool(isGranted),
            "until": until.map(JSONValue.date),
        ])
    }

    static func list(_ body: String) throws(JSONMismatch) -> [ServiceEntitlement] {
        let document = try JSONNode(document: Array(body.utf8)).object()
        return try document["entitlements"].elements().map { node throws(JSONMismatch) in
            try ServiceEntitlement(try node.object())
        }
    }
}
