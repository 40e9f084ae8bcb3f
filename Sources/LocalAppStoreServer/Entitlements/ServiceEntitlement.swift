import Foundation
import StoreCommands
import StrictJSON

/// What an entitlement service says about one name and one purchase.
struct ServiceEntitlement: Equatable, Sendable {
    /// What the customer may use, in the service's words.
    let name: String
    let productID: String
    /// The original transaction.
    let originalTransactionID: String
    let state: State
    let isGranted: Bool
    let until: Date?

    /// The states of a purchase that a service knows.
    enum State: String, CaseIterable, Sendable {
        case active
        case gracePeriod
        case billingRetry
    }

    /// Reads an element of an answer; what else it has, a later service may say.
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

    /// Reads the body of an answer.
    static func list(_ body: String) throws(JSONMismatch) -> [ServiceEntitlement] {
        let document = try JSONNode(document: Array(body.utf8)).object()
        var list: [ServiceEntitlement] = []
        for element in try document["entitlements"].elements() {
            list.append(try ServiceEntitlement(try element.object()))
        }
        return list
    }
}
