public import Foundation
import LocalAppStore

/// A question to the App Store that is answered through a delegate.
///
/// From ``start()`` to its end a request keeps itself alive. Apple promises that only to those who
/// keep the request, so code for Apple's platforms has to. The delegate is told on the main queue,
/// never before ``start()`` has returned.
open class SKRequest: NSObject, _SKRequestDelegating {
    private let weakDelegate = Locked(WeakDelegate())

    // Sendable because the delegate is only called on the main queue.
    private struct WeakDelegate: @unchecked Sendable {
        weak var delegate: (any SKRequestDelegate)?
    }

    /// The one place for the delegate, whichever of the two `delegate` properties sets it.
    package var assignedDelegate: (any SKRequestDelegate)? {
        // The reference is followed outside of the lock: to release the delegate may run a client's
        // code.
        get { weakDelegate.withLock { $0 }.delegate }
        set {
            let weakly = WeakDelegate(delegate: newValue)
            weakDelegate.withLock { $0 = weakly }
        }
    }

    /// Makes a request that asks nothing.
    public override init() {
        super.init()
    }

    /// Sends the question; a subclass says which.
    ///
    /// The base class has nothing to ask, so its delegate hears nothing.
    open func start() {}

    /// Withdraws the question, after which the delegate hears nothing more.
    open func cancel() {}
}

/// The way in which a request has a delegate that a subclass can give a narrower type.
///
/// A Swift class cannot declare an inherited property again with a narrower type, as Apple's
/// ``SKProductsRequest`` does; it can hide one that comes from a protocol.
public protocol _SKRequestDelegating: AnyObject {}

extension _SKRequestDelegating where Self: SKRequest {
    /// The object that hears how the request ended; the request does not keep it alive.
    public var delegate: (any SKRequestDelegate)? {
        get { assignedDelegate }
        set { assignedDelegate = newValue }
    }
}
