package import EntitlementModel

/// A verified document with its statements, recorded together or not at all.
package struct Submission: Hashable, Sendable {
    let document: LoggedDocument
    let facts: FactSet
    /// The request in a notification of that type.
    var consumptionRequest: ConsumptionRequest?

    /// The app and the environment.
    package var scope: PurchaseScope { document.scope }
}
