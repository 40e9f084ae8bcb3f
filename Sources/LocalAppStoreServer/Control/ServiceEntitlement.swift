import AppReceipt
import Foundation
import StoreCommands
import StrictJSON

/// The state of one name and one purchase or grant, according to an entitlement service.
typealias ServiceEntitlement = OfflineEntitlements.Entitlement

extension ServiceEntitlement {
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
}
