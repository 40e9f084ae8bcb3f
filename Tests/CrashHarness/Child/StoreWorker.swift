import Foundation
import LocalAppStore
import RandomNumbers
import StoreKit

/// A thread that uses the store directly, as the payment queue, the customer's family and the App
/// Store would.
struct StoreWorker {
    let store: Store
    let ledger: URL
    let journal: Journal
    let known: KnownEntries
    let picker: ProductPicker
    var random: SplitMix64

    mutating func step() throws {
        do {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<35: try pay(picker.pick(throughQueue: false, &random))
            case 35..<49: try pay(known.someIntent(&random))
            case 49..<50: try payThroughOtherStore(picker.pick(throughQueue: false, &random))
            case 50..<75: try finish()
            case 75..<76: try restore()
            case 76..<89: try approve()
            default: try refund()
            }
        } catch Store.Error.unsuitableEntry {
            // Another thread or process approved or refunded first.
        }
    }

    /// Makes a payment, possibly one that was made before, as an app does that does not know its
    /// result.
    private func pay(_ intent: PaymentIntent?, in other: Store? = nil) throws {
        guard let intent, let request = intent.request else { return }
        try journal.add(.pay(intent))
        let entry = try (other ?? store).pay(request)
        try journal.add(.reported(entry))
        known.add(intent)
        known.add(entry.id, entry.state)
    }

    /// Pays through another store on the same file, which is closed after that.
    private func payThroughOtherStore(_ intent: PaymentIntent?) throws {
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
            try journal.add(.reported(copy))
            known.add(copy.id, copy.state)
        }
        try journal.add(.restored)
    }

    private mutating func approve() throws {
        guard let id = known.takeDeferred(&random) else { return }
        try journal.add(.approve(id))
        let entry = try store.approve(id)
        try journal.add(.approved(id))
        try journal.add(.reported(entry))
        known.add(id, entry.state)
    }

    private mutating func refund() throws {
        guard let id = known.takePurchased(&random) else { return }
        try journal.add(.refund(id))
        try store.refund(id)
        try journal.add(.refunded(id))
    }
}

/// A thread that buys and restores through the payment queue.
struct QueueWorker {
    let queue: SKPaymentQueue
    let journal: Journal
    let picker: ProductPicker
    let limiter: PaymentLimiter
    var random: SplitMix64

    mutating func step() throws {
        if random.happens(1) {
            try journal.add(.restore)
            queue.restoreCompletedTransactions()
        } else if let intent = picker.pick(throughQueue: true, &random) {
            limiter.enter(intent.name)
            try journal.add(.pay(intent))
            queue.add(SKMutablePayment(intent))
        }
    }
}

extension SKMutablePayment {
    fileprivate convenience init(_ intent: PaymentIntent) {
        self.init()
        productIdentifier = intent.productID
        quantity = intent.quantity
        applicationUsername = intent.name
        simulatesAskToBuyInSandbox = intent.asksToBuy
    }
}
