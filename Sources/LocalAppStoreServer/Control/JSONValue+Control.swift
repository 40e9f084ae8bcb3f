import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

extension JSONValue {
    /// A signed document with its parts, for people.
    static func document(_ text: String, hasHeader: Bool = true) throws -> JSONValue {
        let parts = try JWSParts(unverified: text)
        return .members([
            "jws": .string(text),
            "header": hasHeader ? parts.header : nil,
            "payload": parts.payload,
        ])
    }
}
