import StoreKit

/// Everything the coordinator remembers, changed only while it is locked.
struct StoreState: Sendable {
    var payments = PaymentsController()
    var restores = RestorePurchasesController()
    var completion = CompleteTransactionsController()
    /// The transactions that are finished as soon as their callback has returned.
    var settling: Set<ObjectIdentifier> = []
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
        let fresh = batch.filter { !settling.contains($0.id) }
        fresh.filter { $0.state == .purchasing }.forEach { payments.bind($0) }
        let context = BatchContext(held: held, isRestoring: restores.isRestoring)
        var rest = fresh.filter { $0.state != .purchasing }
        rest = payments.process(rest, in: context, effects: &effects)
        rest = restores.process(rest, in: context, effects: &effects)
        _ = completion.process(rest, in: context, effects: &effects)
    }

    /// Notes what the library is about to finish, so that it is not delivered again meanwhile.
    mutating func expect(_ deliveries: [Effects.Delivery]) {
        for delivery in deliveries {
            settling.formUnion(delivery.finishing.map(ObjectIdentifier.init))
            completion.drop(delivery.finishing)
        }
    }

    func warnUnlessReceiving(_ effects: inout Effects) {
        guard !completion.hasReceiver else { return }
        effects.log(.warning, "Call completeTransactions at launch, before anything is bought.")
    }
}
