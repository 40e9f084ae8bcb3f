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
