/// One caller's part in a request for products, which others may share.
final class ProductsHandle: InAppRequest, Sendable {
    private let controller: ProductsController
    private let key: ProductsState.Key
    private let waiter: ProductsState.WaiterID

    init(
        _ controller: ProductsController,
        _ key: ProductsState.Key,
        _ waiter: ProductsState.WaiterID
    ) {
        self.controller = controller
        self.key = key
        self.waiter = waiter
    }

    /// Does nothing: the request is started already.
    func start() {}

    /// Answers this caller with a cancellation error; the others go on waiting.
    func cancel() {
        controller.cancel(key, waiter)
    }

    /// Leaves without an answer; false if the answer is on its way.
    func abandon() -> Bool {
        controller.abandon(key, waiter)
    }
}
