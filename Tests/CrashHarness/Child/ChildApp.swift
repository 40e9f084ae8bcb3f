import Dispatch
import Foundation
import LocalAppStore
import StoreKit
import TestSupport

/// An app that buys by both APIs, downloads, finishes and restores until it is killed, while
/// subscriptions renew, and purchases are approved, refunded and deleted.
final class ChildApp: Sendable {
    /// The number of steps of a thread, so that a process that writes the receipt's file can keep
    /// up with another one that does not.
    private static let stepLimit = 120

    private let stores: [Store]
    private let ledger: URL
    private let queue: SKPaymentQueue
    private let observer: ChildObserver
    private let listener: ChildListener
    private let journal: Journal
    private let known: KnownEntries
    private let picker: ProductPicker
    private let limiter = PaymentLimiter(size: 8)
    private let seeds: [UInt64]
    private let isEnding = Locked(false)
    private let workers = DispatchGroup()

    init(catalog: URL, ledger: URL, journal: URL, seed: UInt64, clock: HarnessClock) throws {
        let catalog = try Catalog.forHarness(catalog, beside: ledger)
        var random = SplitMix64(seed: seed)
        known = KnownEntries(intents: try Self.intents(in: journal))
        self.ledger = ledger
        self.journal = try Journal(appendingTo: journal, counter: .standardOutput)
        picker = ProductPicker(catalog)
        // With two stores, the queue receives the other's changes only through the file.
        stores = try (0..<Int.random(in: 1...2, using: &random))
            .map { _ in try Store(catalog: catalog, at: .file(ledger), clock: clock.make()) }
        // From then on, each change writes the receipt's file.
        if random.happens(5) { _ = try stores[0].receiptFile() }
        StoreConnection.current.use(stores[0])
        queue = .default()
        seeds = (0..<6).map { _ in random.next() }
        observer = ChildObserver(
            journal: self.journal,
            known: known,
            random: SplitMix64(seed: seeds[0]),
            limiter: limiter,
            fail: { [journal = self.journal] in Self.end($0, journal: journal) }
        )
        listener = ChildListener(
            journal: self.journal,
            known: known,
            random: SplitMix64(seed: seeds[4])
        )
    }

    /// Runs until the parent kills this process or closes its input, and then closes the stores.
    func run() throws -> Int32 {
        queue.add(observer)
        let listening = DispatchGroup()
        let listenerTask = start(in: listening) { [listener] in try await listener.listen() }
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        start(queueWorker) { try $0.step() }
        for worker in storeWorkers {
            start(worker) { try $0.step() }
        }
        startProductWorker()
        // The parent does not wait for more lines than there will be.
        workers.notify(queue: .global()) {
            let lines = String(repeating: "\n", count: KillRun.longestJournal)
            FileHandle.standardOutput.write(Data(lines.utf8))
        }
        // This also ends the child if the parent dies.
        while !FileHandle.standardInput.availableData.isEmpty {}
        isEnding.withLock { $0 = true }
        workers.wait()
        limiter.waitForAll()
        listenerTask.cancel()
        listening.wait()
        try closeStores()
        return 0
    }

    private func closeStores() throws {
        queue.remove(observer)
        for store in stores {
            try store.close()
        }
    }

    private var queueWorker: QueueWorker {
        QueueWorker(
            queue: queue,
            store: stores[0],
            journal: journal,
            picker: picker,
            limiter: limiter,
            random: SplitMix64(seed: seeds[1])
        )
    }

    private var storeWorkers: [StoreWorker] {
        seeds[2..<4].map { seed in
            StoreWorker(
                store: stores[stores.count - 1],
                ledger: ledger,
                journal: journal,
                known: known,
                picker: picker,
                random: SplitMix64(seed: seed)
            )
        }
    }

    private func startProductWorker() {
        let worker = ProductWorker(
            store: stores[0],
            journal: journal,
            known: known,
            picker: picker,
            listener: listener,
            random: SplitMix64(seed: seeds[5])
        )
        start(in: workers) { [isEnding] in
            var worker = worker
            for _ in 0..<Self.stepLimit where !isEnding.withLock({ $0 }) { try await worker.step() }
        }
    }

    /// Starts a task, the error of which ends the child.
    @discardableResult
    private func start(
        in group: DispatchGroup,
        _ body: @escaping @Sendable () async throws -> Void
    ) -> Task<Void, Never> {
        group.enter()
        return Task { [journal] in
            do {
                try await body()
                group.leave()
            } catch {
                Self.end(error, journal: journal)
            }
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
                for _ in 0..<Self.stepLimit where !isEnding.withLock({ $0 }) { try step(&worker) }
                workers.leave()
            } catch {
                Self.end(error, journal: journal)
            }
        }
    }

    /// The latest payments of earlier children, whose results may be unknown.
    private static func intents(in journal: URL) throws -> [PaymentIntent] {
        try Journal.lastLines(of: journal).compactMap { line in
            if case .pay(let intent) = line { intent } else { nil }
        }
    }

    private static func end(_ error: any Error, journal: Journal) {
        try? journal.add(.failure("\(error)"))
        exit(3)
    }
}
