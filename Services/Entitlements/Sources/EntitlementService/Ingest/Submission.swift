package import EntitlementModel

/// A verified document with its statements, recorded together or not at all.
package struct Submission: Hashable, Sendable {
    let document: LoggedDocument
    let facts: FactSet

    /// The app and the environment.
    package var scope: PurchaseScope { document.scope }
}
