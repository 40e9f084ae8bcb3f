import Dispatch
import Foundation
import LocalAppStore
import StoreKit

/// The child: an app that buys, finishes and restores, beside a customer who approves and refunds,
/// until it is killed.
final class JourneyApp: Sendable {
    private let stores: [Store]
    private let ledger: URL
    private let queue: SKPaymentQueue
    private let observer: JourneyObserver
    private let journal: Journal
    private let known: KnownEntries
    private let shelf: Shelf
    private let window = PaymentWindow(size: 8)
    private let seeds: [UInt64]
    private let isEnding = Locked(false)
    private let workers = DispatchGroup()

    init(catalog: URL, ledger: URL, journal: URL, seed: UInt64) throws {
        let catalog = try Catalog(contentsOf: catalog)
        var random = SplitMix64(seed: seed)
        known = KnownEntries(intents: try Self.intents(in: journal))
        self.ledger = ledger
        self.journal = try Journal(appendingTo: journal)
        shelf = Shelf(catalog)
        // With two stores the queue hears of the other's changes only through the file.
        stores = try (0..<Int.random(in: 1...2, using: &random))
            .map { _ in try Store(catalog: catalog, at: .file(ledger)) }
        queue = SKPaymentQueue(store: stores[0])
        seeds = (0..<4).map { _ in random.next() }
        observer = JourneyObserver(
            journal: self.journal,
            known: known,
            random: SplitMix64(seed: seeds[0]),
            window: window,
            fail: { [journal = self.journal] in Self.end($0, journal: journal) }
        )
    }

    /// Runs until the parent kills this process, or ends its input; then it closes its stores.
    func run() throws -> Int32 {
        queue.add(observer)
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        start(queueWorker) { try $0.step() }
        for worker in storeWorkers {
            start(worker) { try $0.step() }
        }
        // The parent holds the other end of this pipe: when it is gone, so is the reason to go on.
        while !FileHandle.standardInput.availableData.isEmpty {}
        try end()
        return 0
    }

    private func end() throws {
        isEnding.withLock { $0 = true }
        workers.wait()
        window.closeForGood()
        queue.remove(observer)
        for store in stores {
            try store.close()
        }
    }

    private var queueWorker: QueueWorker {
        QueueWorker(
            queue: queue,
            journal: journal,
            shelf: shelf,
            window: window,
            random: SplitMix64(seed: seeds[1])
        )
    }

    private var storeWorkers: [StoreWorker] {
        seeds[2...].map { seed in
            StoreWorker(
                store: stores[stores.count - 1],
                ledger: ledger,
                journal: journal,
                known: known,
                shelf: shelf,
                random: SplitMix64(seed: seed)
            )
        }
    }

    private func start<Worker: Sendable>(
        _ worker: Worker,
        step: @escaping @Sendable (inout Worker) throws -> Void
    ) {
        workers.enter()
        Thread.detachNewThread { [journal, workers, isEnding] in
            var worker = worker
            do {
                while !isEnding.withLock({ $0 }) { try step(&worker) }
                workers.leave()
            } catch {
                Self.end(error, journal: journal)
            }
        }
    }

    /// The payments that earlier children may not know the end of.
    private static func intents(in journal: URL) throws -> [PaymentIntent] {
        try Journal.lastLines(of: journal).compactMap { line in
            if case .pay(let intent) = line { intent } else { nil }
        }
    }

    private static func end(_ error: any Error, journal: Journal) {
        try? journal.add(.trouble("\(error)"))
        exit(3)
    }
}
