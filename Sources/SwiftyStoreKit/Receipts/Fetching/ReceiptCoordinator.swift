package import Foundation

/// Finds the receipt file, refreshes it, and has it verified.
///
/// It registers no observer: who only reads a receipt takes no transactions from the app.
package final class ReceiptCoordinator: Sendable {
    package typealias Work = @Sendable () -> Void

    // On Linux a store may have to be opened, and a receipt signed, before there is a file to read.
    private static let files = DispatchQueue(label: "SwiftyStoreKit.receipts", qos: .userInitiated)

    let callbacks: CallbackQueue
    private let state = Locked(RefreshState())
    private let receiptURL: @Sendable () -> URL?
    private let background: @Sendable (@escaping Work) -> Void
    private let make: ReceiptRefresh.Maker

    /// Creates a coordinator that asks `receiptURL` for the file each time it needs it.
    ///
    /// `background` runs what finds and reads the file; `makeRefresh` makes the request for a new
    /// one.
    package init(
        callbacks: CallbackQueue = .main,
        receiptURL: @escaping @Sendable () -> URL? = { Bundle.main.receiptURL },
        background: @escaping @Sendable (@escaping Work) -> Void = {
            ReceiptCoordinator.files.async(execute: $0)
        },
        makeRefresh: @escaping ReceiptRefresh.Maker = ReceiptRefresh.make
    ) {
        self.callbacks = callbacks
        self.receiptURL = receiptURL
        self.background = background
        make = makeRefresh
    }

    /// The bytes of the receipt file, read now and on this thread.
    package var localReceiptData: Data? {
        receiptURL().flatMap { try? Data(contentsOf: $0) }
    }

    /// Calls `completion` once on the callback queue, never before this returns.
    package func fetch(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> RefreshHandle {
        let waiter = RefreshState.Waiter(
            id: state.withLock { $0.makeID() },
            callback: Callback(completion)
        )
        if forceRefresh {
            start(state.withLock { $0.join(waiter) })
        } else {
            state.withLock { $0.read(waiter) }
            background { [self] in answerOrRefresh(waiter.id) }
        }
        return RefreshHandle(self, waiter.id)
    }

    func cancel(_ id: RefreshState.WaiterID) {
        guard let waiter = leave(id) else { return }
        let error = ReceiptError.networkError(error: SwiftyStoreKitError.receiptRefreshCancelled)
        callbacks.enqueue { waiter.callback(.error(error: error)) }
    }

    func abandon(_ id: RefreshState.WaiterID) {
        _ = leave(id)
    }

    /// The file's bytes, unless there are none: a file that is being written is no receipt.
    private var receipt: Data? {
        localReceiptData.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func answerOrRefresh(_ id: RefreshState.WaiterID) {
        guard let receipt else { return start(state.withLock { $0.refresh(id) }) }
        guard let waiter = state.withLock({ $0.endReading(id) }) else { return }
        callbacks.enqueue { waiter.callback(.success(receiptData: receipt)) }
    }

    /// Makes the request for a refresh that nobody makes yet; nil if somebody does.
    private func start(_ id: Int?) {
        guard let id else { return }
        let request = make { [weak self] error in self?.refreshed(id, error) }
        guard state.withLock({ $0.hold(request, runningID: id) }) else { return }
        request.start()
    }

    private func refreshed(_ id: Int, _ error: (any Error)?) {
        if let error { return end(id, .error(error: .networkError(error: error))) }
        background { [self] in
            end(id, receipt.map { .success(receiptData: $0) } ?? .error(error: .noReceiptData))
        }
    }

    /// Forgets the refresh before anyone is called, so that a callback may ask again.
    private func end(_ id: Int, _ result: FetchReceiptResult) {
        let ended = state.withLock { state in
            let ended = state.end(runningID: id)
            callbacks.append(ended?.waiters.map { waiter in { waiter.callback(result) } } ?? [])
            return ended
        }
        callbacks.schedule(ended?.waiters.count ?? 0)
    }

    private func leave(_ id: RefreshState.WaiterID) -> RefreshState.Waiter? {
        let left = state.withLock { $0.leave(id) }
        left?.request?.cancel()
        return left?.waiter
    }
}
