// Apple's session has no store of its own that could be closed or asked.
#if !canImport(Darwin)
import StoreKit
public import StoreKitTest

extension SKTestSession {
    /// Takes the session's store out of use: the process buys from the one before it again.
    ///
    /// That is the store of an older session, if somebody keeps one, or else the environment's. To
    /// let go of a session is not enough: its store goes on, as Apple's does, until another session
    /// takes over.
    public func close() {
        stopBeingUsed()
    }

    /// How often the app asked the customer for a review of it, since the session began.
    public var reviewRequestCount: Int {
        SKStoreReviewController.requestCount(in: store)
    }
}
#endif
