import Foundation
import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("A store that cannot be read at launch", .timeLimit(.minutes(10)))
struct WaitingForStoreTests {
    private let store: Store
    private let openingError = Locked<(any Error)?>(nil)
    private let attempts = Locked(0)
    private let attemptNumbers = AsyncStream<Int>.makeStream()
    private let messages = Locked<[String]>([])
    private let diagnostics = StoreDiagnostics { _ in }

    init() throws {
        store = try .sample()
        try store.pay(PaymentRequest(productID: "coins"))
        diagnostics.handler = { [messages] level, text in
            messages.withLock { $0.append("\(level.rawValue): \(text)") }
        }
    }

    private func queue(retrying interval: DispatchTimeInterval) -> LocalPaymentQueue {
        let open = {
            @Sendable [openingError, attempts, store, continuation = attemptNumbers.continuation] in
            attempts.withLock { $0 += 1 }
            continuation.yield(attempts.withLock { $0 })
            if let error = openingError.withLock({ $0 }) { throw error }
            return store
        }
        return LocalPaymentQueue(
            StoreDevice(StoreConnection(diagnostics: diagnostics, open: open)),
            retryInterval: interval
        )
    }

    @Test("A ledger locked by another process is read as soon as it is unlocked")
    func locked() async {
        let cause = StoreError.busy(path: "/shop.ledger")
        openingError.withLock { $0 = cause }
        let queue = queue(retrying: .milliseconds(1))
        let owner = SKPaymentQueue(queue)
        let observer = RecordingObserver()
        owner.add(observer)
        for await number in attemptNumbers.stream where number == 3 { break }
        openingError.withLock { $0 = nil }
        #expect(await observer.next(1) == [.updated(["coins purchased"])])
        queue.device.work.sync {}
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

    @Test("A store that does not recover by itself is tried at the next call, and not before")
    func permanentError() async {
        openingError.withLock { $0 = EnvironmentError.noConfiguration }
        let queue = queue(retrying: .milliseconds(1))
        let owner = SKPaymentQueue(queue)
        let observer = RecordingObserver()
        owner.add(observer)
        queue.device.work.sync {}
        #expect(attempts.withLock { $0 } == 1)
        #expect(!queue.state.withLock { $0.isRetrying })
        openingError.withLock { $0 = nil }
        owner.add(SKPayment.make("level"))
        #expect(
            await observer.next(3) == [
                .updated(["coins purchased"]), .updated(["level purchasing"]),
                .updated(["level purchased"]),
            ]
        )
    }

    @Test("Without an observer the store is not tried again")
    func unobserved() {
        openingError.withLock { $0 = StoreError.busy(path: "/shop.ledger") }
        let queue = queue(retrying: .milliseconds(1))
        queue.device.work.sync { _ = queue.followStoreInUse() }
        #expect(!queue.state.withLock { $0.isRetrying })
    }
}
