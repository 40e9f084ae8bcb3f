/// Something asked of the App Store that can be cancelled.
///
/// Both methods may be called from any thread.
public protocol InAppRequest: AnyObject, Sendable {
    /// Starts the request; requests this library returns are started already, and it does nothing.
    func start()
    /// Ends the request; its callback is called with a cancellation error, unless it was called
    /// before.
    func cancel()
}
