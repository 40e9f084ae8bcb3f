public import EntitlementModel

/// A verified document with its statements, which are recorded together or not at all.
public struct Submission: Hashable, Sendable {
    let document: LoggedDocument
    let facts: FactSet

    /// The app and the environment.
    public var scope: PurchaseScope { document.scope }
}
