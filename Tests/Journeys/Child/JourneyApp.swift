import Foundation
import LocalAppStore
import StoreKit

/// The child: an app that buys, finishes and restores, beside a customer who approves and refunds, until it is killed.
final class JourneyApp: Sendable {
    private let stores: [Store]
    private let queue: SKPaymentQueue
    private let observer: JourneyObserver
    private let journal: Journal
    private let known: KnownEntries
    private let shelf: Shelf
    private let window = PaymentWindow(size: 8)
    private let seeds: [UInt64]

    init(catalog: URL, ledger: URL, journal: URL, seed: UInt64) throws {
        let catalog = try Catalog(contentsOf: catalog)
        var random = SplitMix64(seed: seed)
        known = KnownEntries(intents: try Self.intents(in: journal))
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

    /// Runs until the parent ends or kills this process.
    func run() -> Int32 {
        queue.add(observer)
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        start(queueWorker) { try $0.step() }
        for worker in storeWorkers {
            start(worker) { try $0.step() }
        }
        // The parent holds the other end of this pipe: when it is gone, so is the reason to go on.
        while !FileHandle.standardInput.availableData.isEmpty {}
        return 0
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
        Thread.detachNewThread { [journal] in
            var worker = worker
            do {
                while true { try step(&worker) }
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
