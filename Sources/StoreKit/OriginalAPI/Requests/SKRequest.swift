internal import Dispatch
public import Foundation
package import LocalAppStore

/// A request to the App Store that reports its end to a delegate.
///
/// From ``start()`` to its end a request keeps itself alive. Apple guarantees that only for
/// requests that the app retains, so code for Apple's platforms has to retain them. The delegate is
/// called on the main queue, never before ``start()`` has returned.
open class SKRequest: NSObject, _SKRequestDelegating {
    /// The scope that the request was made in: the store that it is for, and where the delegate is
    /// called.
    private let scope = StoreScope.current
    /// The connection to the only store that the request is for; `nil` for the store in use.
    private let ownConnection: StoreConnection?
    private let weakDelegate = Locked(WeakDelegate())
    /// Changes with every start and every cancellation.
    private let runNumber = Locked(0)

    // Sendable because the delegate is only called on the main queue.
    private struct WeakDelegate: @unchecked Sendable {
        weak var delegate: (any SKRequestDelegate)?
    }

    /// The delegate, set by either of the two `delegate` properties.
    package var assignedDelegate: (any SKRequestDelegate)? {
        // The weak reference is followed after the lock: releasing the delegate may run a client's
        // code.
        get { weakDelegate.withLock { $0 }.delegate }
        set {
            let reference = WeakDelegate(delegate: newValue)
            weakDelegate.withLock { $0 = reference }
        }
    }

    /// Makes a request for nothing.
    public override init() {
        ownConnection = nil
        super.init()
    }

    /// Makes a request to one store, regardless of the store in use.
    package init(store: Store) {
        ownConnection = StoreConnection(store: store)
        super.init()
    }

    /// Sends the request; subclasses define its content.
    ///
    /// The base class has no content, so its delegate is not called.
    open func start() {}

    /// Cancels the request, after which the delegate is not called.
    open func cancel() {}
}

extension SKRequest {
    /// Does `work` in the background with the store that is in use now, and reports its end on the
    /// main queue, unless the request is started again or cancelled before that.
    ///
    /// `deliver` is called with the output, right before `requestDidFinish(_:)`. The store's fault
    /// plan determines the response: `error` makes the error of a failure, and `nil` for one that
    /// `work` makes a response of.
    func run<Output: Sendable>(
        _ point: FaultPlan.Point,
        of subject: @autoclosure () -> String,
        failingWith error: (FaultPlan.Failure) -> NSError?,
        _ work: @escaping @Sendable (StoreConnection, Store?, FaultPlan.Failure?) throws -> Output,
        deliver: @escaping (Output) -> Void = { _ in }
    ) {
        let run = Handover.toMainQueue(
            Run(request: self, number: beginRun(), deliver: deliver)
        )
        let scope = scope
        let connection = ownConnection ?? scope.connection
        let opened = connection.openedStore
        let fault = RequestFault(
            to: point,
            of: subject(),
            from: opened,
            in: scope,
            failingWith: error
        )
        let activity = scope.device.activity
        activity.beginRequest()
        DispatchQueue.global(qos: .userInitiated).async {
            fault.arrive { error in
                let result = Result {
                    if let error { throw error }
                    return try work(connection, opened, fault.failure)
                }
                MainQueueWatch.shared.async {
                    scope.run {
                        run.object.take()?.end(with: fault.killed.map { .failure($0) } ?? result)
                    }
                    activity.endRequest()
                }
            }
        }
    }

    /// Ends the current run without a report.
    func cancelRun() {
        beginRun()
    }

    @discardableResult
    private func beginRun() -> Int {
        runNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// A start of a request, until its end.
    private struct Run<Output: Sendable> {
        let request: SKRequest
        let number: Int
        let deliver: (Output) -> Void

        func end(with result: Result<Output, any Error>) {
            guard request.runNumber.withLock({ $0 == number }) else { return }
            switch result {
            case .success(let output):
                deliver(output)
                request.assignedDelegate?.requestDidFinish(request)
            case .failure(let error):
                let error = (error as? PlannedError)?.error ?? SKError.wrapping(error) as any Error
                request.assignedDelegate?.request(request, didFailWithError: error)
            }
        }
    }
}

/// Provides a request's `delegate`, to which a subclass can give a narrower type.
///
/// A Swift class cannot declare an inherited property again with a narrower type, as Apple's
/// ``SKProductsRequest`` does; it can hide one of a protocol.
public protocol _SKRequestDelegating: AnyObject {}

extension _SKRequestDelegating where Self: SKRequest {
    /// The object that handles the end of the request; the request does not keep it alive.
    public var delegate: (any SKRequestDelegate)? {
        get { assignedDelegate }
        set { assignedDelegate = newValue }
    }
}
