import Foundation
import LocalAppStore
import TestSupport

/// A thread that uses the store directly, as the payment queue, the customer, the customer's family
/// and the App Store would.
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
            case 0..<60: try useApp()
            case 60..<78: try useSupport()
            case 78..<80: try useSeats()
            case 80..<88: try changeSubscription()
            case 88..<93: try commandDownload()
            case 93..<96: try useFamily()
            default: try changeSettings()
            }
        } catch StoreError.unsuitableEntry, StoreError.unknownEntry, StoreError.noSubscription,
            StoreError.unsuitableCustomer, StoreError.refusedRequest
        {
            // Another thread or process, or the time, came first.
        }
    }

    /// Makes a step, and writes down that it is about to be made and that it was made.
    @discardableResult
    func record<Result>(
        _ step: Step,
        _ ids: [Int64] = [],
        _ body: () throws -> Result
    ) throws -> Result {
        try journal.add(.begin(step, ids))
        let result = try body()
        try journal.add(.end(step, ids))
        return result
    }

    /// Writes down what the store returned, so that other steps use it.
    func report(_ entry: LedgerEntry) throws {
        try journal.add(.reported(entry))
        known.add(entry)
    }

    private mutating func useApp() throws {
        switch Int.random(in: 0..<1000, using: &random) {
        case 0..<520: try pay(picker.pick(by: .store, &random))
        case 520..<690: try pay(known.someIntent(&random))
        case 690..<700: try payThroughOtherStore(picker.pick(by: .store, &random))
        case 700..<985: try finish()
        default: try restore()
        }
    }

    /// Makes a payment, possibly one that was made before, as an app does that does not know its
    /// result.
    private func pay(_ intent: PaymentIntent?, in other: Store? = nil) throws {
        let store = other ?? store
        guard let intent, let request = try intent.request(to: store) else { return }
        try journal.add(.pay(intent))
        let entry = try store.pay(request)
        known.add(intent)
        try report(entry)
    }

    /// Pays through another store on the same file, which is closed after that.
    private func payThroughOtherStore(_ intent: PaymentIntent?) throws {
        let other = try Store(catalog: store.catalog, at: .file(ledger), clock: store.clock)
        try pay(intent, in: other)
        try other.close()
    }

    private mutating func finish() throws {
        let ids = known.takeUnfinished(.random(in: 1...4, using: &random), &random)
        guard !ids.isEmpty else { return }
        try record(.finish, ids) { try store.finish(ids) }
    }

    private func restore() throws {
        try record(.restore) { try store.restore().forEach(report) }
    }
}
