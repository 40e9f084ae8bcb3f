import Dispatch
import Foundation
import LocalAppStore
import StoreKit

/// The transactions that StoreKit 2 delivers to the app's next launch.
struct TransactionLaunch {
    /// The transactions of `Transaction.updates`, with refunds that the app has not received.
    private(set) var updates: [DeliveryCheck.Item] = []
    /// The transactions of `Transaction.unfinished`.
    private(set) var unfinished: [DeliveryCheck.Item] = []
    private(set) var revokedProducts: [String] = []
    private(set) var problems: [Problem] = []

    /// Waits for what a new launch delivers; `nil` if that takes longer than a minute.
    static func wait(with store: Store, expecting count: Int) -> TransactionLaunch? {
        let launch = Locked<TransactionLaunch?>(nil)
        let isComplete = DispatchSemaphore(value: 0)
        let task = Task {
            let made = await made(with: store, expecting: count)
            launch.withLock { $0 = made }
            isComplete.signal()
        }
        defer { task.cancel() }
        guard isComplete.wait(timeout: .now() + 60) == .success else { return nil }
        return launch.withLock { $0 }
    }

    /// Makes a launch that waits for at least so many updates, and finishes nothing.
    static func made(with store: Store, expecting count: Int) async -> TransactionLaunch {
        // The scope of a test is a process of its own to StoreKit.
        let scope = StoreScope()
        scope.connection.use(store)
        defer { scope.end() }
        return await scope.run {
            await TransactionLaunch(of: store, in: scope, expecting: count)
        }
    }

    private init(of store: Store, in scope: StoreScope, expecting count: Int) async {
        let (begun, begin) = AsyncStream<Int>.makeStream()
        let reading = Task {
            var found: [VerificationResult<Transaction>] = []
            var updates = Transaction.updates.makeAsyncIterator()
            begin.yield(0)
            while let update = await updates.next() {
                found.append(update)
                begin.yield(found.count)
            }
            return found
        }
        // Unexpected transactions would arrive while the list is read.
        for await number in begun where number == count { break }
        await withCheckedContinuation { continuation in
            scope.device.whenQuiet(store) { continuation.resume() }
        }
        for await result in Transaction.unfinished { unfinished += items(of: [result]) }
        reading.cancel()
        let found = await reading.value
        updates = items(of: found)
        revokedProducts = found.map(\.unsafePayloadValue).filter { $0.revocationDate != nil }
            .map(\.productID)
    }

    private mutating func items(
        of results: [VerificationResult<Transaction>]
    ) -> [DeliveryCheck.Item] {
        results.map { result in
            let transaction = result.unsafePayloadValue
            if case .unverified(_, let error) = result {
                problems.append(.inconsistent("transaction \(transaction.id): \(error)"))
            }
            return DeliveryCheck.Item(
                entry: Int64(clamping: transaction.id),
                state: .purchased,
                productID: transaction.productID
            )
        }
    }
}
