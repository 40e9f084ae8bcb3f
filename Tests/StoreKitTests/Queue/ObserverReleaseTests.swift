import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import StoreKit

/// A client's `deinit` may call the queue, so the queue must not release objects under a lock.
@Suite("Releasing objects that call the queue", .timeLimit(.minutes(10)))
struct ObserverReleaseTests {
    let queue: SKPaymentQueue

    init() throws {
        queue = SKPaymentQueue(store: try .sample())
    }

    @Test(
        "An observer may remove itself in its deinit during any call",
        arguments: [
            { queue, _ in _ = queue.transactions },
            { queue, _ in _ = queue.transactionObservers },
            { queue, other in queue.add(other) },
            { queue, other in queue.remove(other) },
        ] as [@Sendable (SKPaymentQueue, RecordingObserver) -> Void]
    )
    func observers(action: @escaping @Sendable (SKPaymentQueue, RecordingObserver) -> Void) async {
        let isOver = Locked(false)
        await withTaskGroup(of: Void.self) { [queue] group in
            group.addTask {
                for round in 0..<Self.rounds {
                    let observer = SelfRemovingObserver(queue)
                    queue.add(observer)
                    // The queue has handled the new observer, which is released at varying moments.
                    queue.local.device.work.sync {}
                    for _ in 0..<round % 40 { _ = isOver.withLock { $0 } }
                    withExtendedLifetime(observer) {}
                }
                isOver.withLock { $0 = true }
            }
            group.addTask {
                let other = RecordingObserver()
                while !isOver.withLock({ $0 }) { action(queue, other) }
                queue.remove(other)
            }
        }
        queue.local.device.work.sync {}
        #expect(queue.transactionObservers.isEmpty)
    }

    @Test("No observer is released on a queue of StoreKit's own")
    func internalQueues() async throws {
        let places = Locked<[Bool]>([])
        await collide { queue in
            queue.add(PlaceRecordingObserver(queue, places))
        } with: { queue in
            queue.local.storeInUseChanged()
            queue.local.device.work.async { queue.local.followStoreInUse() }
        }
        queue.local.device.work.sync {}
        await withCheckedContinuation { continuation in
            queue.local.device.onMainQueue { continuation.resume() }
        }
        #expect(places.withLock { $0.count } == Self.rounds)
        #expect(!places.withLock { $0.contains(true) })
    }

    @Test("An observer may be released during a notification")
    func notifying() async throws {
        let retained = RecordingObserver()
        queue.add(retained)
        // It is active before the first notification.
        queue.local.device.work.sync {}
        await collide { queue in
            queue.add(SelfRemovingObserver(queue))
        } with: { queue in
            queue.local.notifyRemoved([SKPaymentTransaction()])
        }
        #expect(await retained.next(Self.rounds).count == Self.rounds)
    }

    @Test("A delegate may set the delegate in its deinit")
    func delegates() async {
        await collide { queue in
            let delegate = SelfRemovingDelegate(queue)
            queue.delegate = delegate
        } with: { queue in
            _ = queue.delegate
            let delegate = SelfRemovingDelegate(queue)
            queue.delegate = delegate
        }
        #expect(queue.delegate == nil)
    }

    @Test("A request's delegate may set the delegate in its deinit")
    func requestDelegates() async {
        let request = SharedRequest()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<Self.rounds {
                        request.delegate = SelfRemovingRequestDelegate(request)
                        _ = request.delegate
                    }
                }
            }
        }
        #expect(request.delegate == nil)
    }

    @Test("An observer at the address of a released one is a new observer")
    func addresses() async {
        for _ in 0..<1_000 {
            queue.add(RecordingObserver())
        }
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        #expect(await observer.next(1) == [.updated(["coins purchasing"])])
        #expect(queue.transactionObservers.count == 1)
    }

    @Test("An observer removed by another one is not called again")
    func removed() async {
        let second = RecordingObserver()
        let first = RecordingObserver { queue, _ in queue.remove(second) }
        queue.add(first)
        queue.add(second)
        queue.add(SKPayment.make("coins"))
        _ = await first.next(2)
        queue.add(second)
        #expect(await second.next(1) == [.updated(["coins purchased"])])
    }

    private static let rounds = TestVolume.count(200, all: 2_000)

    /// Runs two actions concurrently, many times.
    private func collide(
        _ one: @escaping @Sendable (SKPaymentQueue) -> Void,
        with other: @escaping @Sendable (SKPaymentQueue) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { [queue] group in
            for action in [one, other] {
                group.addTask {
                    for _ in 0..<Self.rounds { action(queue) }
                }
            }
        }
    }
}

private final class SelfRemovingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let queue: SKPaymentQueue

    init(_ queue: SKPaymentQueue) {
        self.queue = queue
    }

    deinit { queue.remove(self) }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions: [SKPaymentTransaction]) {}
}

/// Records whether it is released on an internal queue, where it asks the queue a question.
private final class PlaceRecordingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let queue: SKPaymentQueue
    private let places: Locked<[Bool]>

    init(_ queue: SKPaymentQueue, _ places: Locked<[Bool]>) {
        self.queue = queue
        self.places = places
    }

    deinit {
        _ = queue.transactions
        places.withLock { [local = queue.local] in
            $0.append(local.device.work.isCurrent || local.device.payments.isCurrent)
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions: [SKPaymentTransaction]) {}
}

private final class SelfRemovingDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    private let queue: SKPaymentQueue

    init(_ queue: SKPaymentQueue) {
        self.queue = queue
    }

    deinit { queue.delegate = nil }
}

private final class SelfRemovingRequestDelegate: NSObject, SKRequestDelegate, Sendable {
    private let request: SharedRequest

    init(_ request: SharedRequest) {
        self.request = request
    }

    deinit { request.delegate = nil }
}

private final class SharedRequest: SKRequest, @unchecked Sendable {}
