/// One caller's part in reading or refreshing the receipt, which others may share.
package final class RefreshHandle: InAppRequest, Sendable {
    private let coordinator: ReceiptCoordinator
    private let waiter: RefreshState.WaiterID

    init(_ coordinator: ReceiptCoordinator, _ waiter: RefreshState.WaiterID) {
        self.coordinator = coordinator
        self.waiter = waiter
    }

    /// Does nothing: the request is started already.
    package func start() {}

    /// Answers this caller with a cancellation error; the others go on waiting.
    package func cancel() {
        coordinator.cancel(waiter)
    }

    /// Leaves without an answer.
    func abandon() {
        coordinator.abandon(waiter)
    }
}
