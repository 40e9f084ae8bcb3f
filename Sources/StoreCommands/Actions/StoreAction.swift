import AppReceipt
package import Foundation
package import StrictJSON

/// An action on a store, with one name and one JSON in `storectl`, scenarios, the control API and
/// its page.
package protocol StoreAction: Equatable, Sendable {
    associatedtype Name: StoreActionName

    /// Reads the members of an action.
    init(_ name: Name, _ node: JSONNode) throws(JSONMismatch)
}

/// The name of an action in JSON: the `operationId` of the control API, and the member of a
/// scenario's step.
package protocol StoreActionName: RawRepresentable<String>, CaseIterable, Sendable {
    /// The members of the action, beside its subject.
    var members: [String] { get }
}

extension JSONNode {
    /// Returns the date of a string in RFC 3339.
    package func date() throws(JSONMismatch) -> Date {
        let expected = "a date such as 2024-06-01T12:00:00Z"
        guard let date = Date(rfc3339: try plainText(expected: expected)) else {
            throw mismatch(expected: expected)
        }
        return date
    }

    /// Returns the identifier of a customer or a transaction.
    package func identifier() throws(JSONMismatch) -> Int64 {
        try integer(in: 1...Int64.max)
    }
}
