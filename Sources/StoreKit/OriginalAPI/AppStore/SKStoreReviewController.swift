public import Foundation
package import LocalAppStore

/// Requests reviews of the app from the customer.
open class SKStoreReviewController: NSObject {
    // The ledger is not accessed on the caller's thread, which is usually the main thread.
    private static let requests = InternalQueue(label: "StoreKit.SKStoreReviewController")

    /// Makes a controller, which has no use: all methods are class methods.
    public override init() {
        super.init()
    }

    /// Requests a review; nothing is shown, and the store in use counts the request.
    ///
    /// Tests read the count as `SKTestSession.reviewRequestCount`, of the module StoreTesting.
    open class func requestReview() {
        let scope = StoreScope.current
        let opened = scope.connection.openedStore
        requests.async {
            do {
                try (opened ?? scope.connection.store()).recordReviewRequest()
                scope.diagnostics.report(.info, "The app asked the customer for a review")
            } catch {
                scope.diagnostics.report(
                    .warning,
                    "A request for a review was not counted: \(error.explanation)"
                )
            }
        }
    }

    /// The number of review requests that a store counted, including those of all earlier calls.
    package class func requestCount(in store: Store) -> Int {
        requests.sync { (try? store.reviewRequestCount) ?? 0 }
    }
}
