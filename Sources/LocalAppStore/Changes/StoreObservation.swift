import StoreModel

/// A subscription to a store's changes; it ends when it is cancelled or released.
public final class StoreObservation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the observation; a change that is being delivered at this moment is still delivered.
    public func cancel() {
        end()
    }
}
