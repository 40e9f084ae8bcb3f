import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("A store that cannot be read at launch", .timeLimit(.minutes(20)))
struct WaitingForStoreTests {
    private let store: Store
    private let obstacle = Locked<(any Error)?>(nil)
    private let attempts = Locked(0)
    private let tries = AsyncStream<Int>.makeStream()
    private let messages = Locked<[String]>([])
    private let diagnostics = StoreDiagnostics { _ in }

    init() throws {
        store = try .shop()
        try store.pay(PaymentRequest(productID: "coins"))
        diagnostics.handler = { [messages] level, text in
            messages.withLock { $0.append("\(level.rawValue): \(text)") }
        }
    }

    private func queue(retrying interval: DispatchTimeInterval) -> LocalPaymentQueue {
        let open = { @Sendable [obstacle, attempts, store, continuation = tries.continuation] in
            attempts.withLock { $0 += 1 }
            continuation.yield(attempts.withLock { $0 })
            if let error = obstacle.withLock({ $0 }) { throw error }
            return store
        }
        return LocalPaymentQueue(
            connection: StoreConnection(diagnostics: diagnostics, open: open),
            diagnostics: diagnostics,
            retryInterval: interval
        )
    }

    @Test("A ledger that another process keeps locked is read as soon as it is free")
    func locked() async {
        let cause = Store.Error.busy(path: "/shop.ledger")
        obstacle.withLock { $0 = cause }
        let queue = queue(retrying: .milliseconds(1))
        let owner = SKPaymentQueue(queue)
        let observer = RecordingObserver()
        owner.add(observer)
        for await number in tries.stream where number == 3 { break }
        obstacle.withLock { $0 = nil }
        #expect(await observer.next(1) == [.updated(["coins purchased"])])
        queue.work.sync {}
        diagnostics.flush()
        let text = cause.localizedDescription
        #expect(
            messages.withLock { $0 } == [
                "warning: \(text). \(cause.recoverySuggestion ?? "")",
                "warning: Unfinished purchases wait for the store: \(text)",
                "info: The store can be read again",
            ]
        )
    }

    @Test("A store that only somebody's help can mend is tried at the next call, and not before")
    func hopeless() async {
        obstacle.withLock { $0 = EnvironmentError.noConfiguration }
        let queue = queue(retrying: .milliseconds(1))
        let owner = SKPaymentQueue(queue)
        let observer = RecordingObserver()
        owner.add(observer)
        queue.work.sync {}
        #expect(attempts.withLock { $0 } == 1)
        #expect(!queue.state.withLock { $0.isRetrying })
        obstacle.withLock { $0 = nil }
        owner.add(SKPayment.make("level"))
        #expect(
            await observer.next(3) == [
                .updated(["coins purchased"]), .updated(["level purchasing"]),
                .updated(["level purchased"]),
            ]
        )
    }

    @Test("Without an observer nobody waits for a store")
    func unobserved() {
        obstacle.withLock { $0 = Store.Error.busy(path: "/shop.ledger") }
        let queue = queue(retrying: .milliseconds(1))
        queue.work.sync { _ = queue.follow() }
        #expect(!queue.state.withLock { $0.isRetrying })
    }
}
