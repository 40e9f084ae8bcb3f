/// A request to the App Store that can be cancelled.
///
/// Both methods may be called from any thread.
public protocol InAppRequest: AnyObject, Sendable {
    /// Starts the request; requests this library returns are started already, and it does nothing.
    func start()
    /// Ends the request; its callback is called with a cancellation error, unless it was called
    /// before.
    func cancel()
}

/// One caller's part in a request that others may share.
package final class SharedRequestHandle: InAppRequest, Sendable {
    private let onCancel: @Sendable () -> Void
    /// Leaves without a callback; false if the result is on its way.
    let abandon: @Sendable () -> Bool

    init(onCancel: @escaping @Sendable () -> Void, onAbandon: @escaping @Sendable () -> Bool) {
        self.onCancel = onCancel
        abandon = onAbandon
    }

    /// Does nothing: the request is started already.
    package func start() {}

    /// Calls this caller's callback with a cancellation error; the others keep waiting.
    package func cancel() {
        onCancel()
    }
}
