import StoreKit

/// Everything the coordinator remembers, changed only while it is locked.
struct StoreState: Sendable {
    var payments = PaymentsController()
    var restores = RestorePurchasesController()
    var completion = CompleteTransactionsController()
    /// The transactions that are finished as soon as their callback has returned.
    var settling: Set<ObjectIdentifier> = []
    var finished = FinishedTransactions()
    var revocation = RevocationState()
    var handlers = PlatformHandlers()
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Passes a batch through the three links.
    mutating func process(
        _ batch: [ObservedTransaction],
        held: Set<ObjectIdentifier>?,
        effects: inout Effects
    ) {
        let fresh = batch.filter { !settling.contains($0.id) && $0.hasProduct }
        if batch.contains(where: { !$0.hasProduct }) {
            effects.log(
                .warning,
                "StoreKit told of a transaction without a product, which stays in the queue."
            )
        }
        fresh.filter { $0.state == .purchasing }.forEach { payments.bind($0) }
        let context = BatchContext(held: held, isRestoring: restores.isRestoring)
        var rest = fresh.filter { $0.state != .purchasing }
        rest = payments.process(rest, in: context, effects: &effects)
        rest = restores.process(rest, in: context, effects: &effects)
        _ = completion.process(rest, in: context, effects: &effects)
    }

    /// Forgets transactions that have left the queue; a payment that waited for one has ended.
    mutating func remove(_ batch: [ObservedTransaction], effects: inout Effects) {
        let ids = batch.map(\.id)
        completion.drop(ids, effects: &effects)
        finished.remove(ids, effects: &effects)
        payments.remove(batch, effects: &effects)
    }

    /// Notes what the library is about to finish, so that it is not delivered again meanwhile.
    mutating func expect(_ effects: inout Effects) {
        for delivery in effects.deliveries {
            let ids = delivery.finishing.map(\.id)
            settling.formUnion(ids)
            completion.drop(ids, effects: &effects)
        }
    }
}
