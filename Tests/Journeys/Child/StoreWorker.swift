import Foundation
import LocalAppStore

/// A thread that drives the store itself, as the payment queue, the customer's family and the App
/// Store would.
struct StoreWorker {
    let store: Store
    let ledger: URL
    let journal: Journal
    let known: KnownEntries
    let shelf: Shelf
    var random: SplitMix64

    mutating func step() throws {
        do {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<35: try pay(shelf.pick(throughQueue: false, &random))
            case 35..<49: try pay(known.someIntent(&random))
            case 49..<50: try payInPassing(shelf.pick(throughQueue: false, &random))
            case 50..<75: try finish()
            case 75..<76: try restore()
            case 76..<89: try approve()
            default: try refund()
            }
        } catch Store.Error.unsuitableEntry {
            // Another thread or process approved or refunded first.
        }
    }

    /// Pays; again with a payment that was made before, as an app does that does not know how it
    /// ended.
    private func pay(_ intent: PaymentIntent?, in other: Store? = nil) throws {
        guard let intent, let request = intent.request else { return }
        try journal.add(.pay(intent))
        let entry = try (other ?? store).pay(request)
        try journal.add(.told(entry))
        known.learn(intent)
        known.learn(entry.id, entry.state)
    }

    /// Pays through one more store on the same file, which is closed right after.
    private func payInPassing(_ intent: PaymentIntent?) throws {
        let other = try Store(catalog: store.catalog, at: .file(ledger))
        try pay(intent, in: other)
        try other.close()
    }

    private mutating func finish() throws {
        let ids = known.takeUnfinished(.random(in: 1...4, using: &random), &random)
        guard !ids.isEmpty else { return }
        try journal.add(.finish(ids))
        try store.finish(ids)
        try journal.add(.finished(ids))
    }

    private func restore() throws {
        try journal.add(.restore)
        let copies = try store.restore()
        for copy in copies {
            try journal.add(.told(copy))
            known.learn(copy.id, copy.state)
        }
        try journal.add(.restored)
    }

    private mutating func approve() throws {
        guard let id = known.takeDeferred(&random) else { return }
        try journal.add(.approve(id))
        let entry = try store.approve(id)
        try journal.add(.approved(id))
        try journal.add(.told(entry))
        known.learn(id, entry.state)
    }

    private mutating func refund() throws {
        guard let id = known.takePurchased(&random) else { return }
        try journal.add(.refund(id))
        try store.refund(id)
        try journal.add(.refunded(id))
    }
}
