import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

/// What a client does when one of its objects goes must not meet a lock that the queue holds.
@Suite("Objects of a client that call the queue as they go", .timeLimit(.minutes(20)))
struct ObserverReleaseTests {
    let queue: SKPaymentQueue

    init() throws {
        queue = SKPaymentQueue(store: try .shop())
    }

    @Test(
        "An observer may remove itself in its deinit, whatever the queue does at that moment",
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
                    let observer = LeavingObserver(queue)
                    queue.add(observer)
                    // The queue is done with the newcomer, which goes at a different moment each time.
                    queue.local.work.sync {}
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
        queue.local.work.sync {}
        #expect(queue.transactionObservers.isEmpty)
    }

    @Test("An observer may go while the queue tells the observers something")
    func telling() async throws {
        let witness = RecordingObserver()
        queue.add(witness)
        await collide { queue in
            queue.add(LeavingObserver(queue))
        } with: { queue in
            queue.local.tellRemoved([SKPaymentTransaction()])
        }
        #expect(await witness.next(Self.rounds).count == Self.rounds)
    }

    @Test("A delegate may set the delegate in its deinit")
    func delegates() async {
        await collide { queue in
            let delegate = LeavingDelegate(queue)
            queue.delegate = delegate
        } with: { queue in
            _ = queue.delegate
            let delegate = LeavingDelegate(queue)
            queue.delegate = delegate
        }
        #expect(queue.delegate == nil)
    }

    @Test("A delegate of a request may set the delegate in its deinit")
    func requestDelegates() async {
        let request = SharedRequest()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<Self.rounds {
                        request.delegate = LeavingRequestDelegate(request)
                        _ = request.delegate
                    }
                }
            }
        }
        #expect(request.delegate == nil)
    }

    @Test("An observer that comes to the address of one that is gone is another one")
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

    @Test("An observer that another one removes is told nothing more")
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

    private static let rounds = 2_000

    /// Does two things at once, again and again.
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

private final class LeavingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let queue: SKPaymentQueue

    init(_ queue: SKPaymentQueue) {
        self.queue = queue
    }

    deinit { queue.remove(self) }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions: [SKPaymentTransaction]) {}
}

private final class LeavingDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    private let queue: SKPaymentQueue

    init(_ queue: SKPaymentQueue) {
        self.queue = queue
    }

    deinit { queue.delegate = nil }
}

private final class LeavingRequestDelegate: NSObject, SKRequestDelegate, Sendable {
    private let request: SharedRequest

    init(_ request: SharedRequest) {
        self.request = request
    }

    deinit { request.delegate = nil }
}

private final class SharedRequest: SKRequest, @unchecked Sendable {}
