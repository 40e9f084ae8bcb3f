internal import Dispatch
public import Foundation
package import LocalAppStore

/// Asks the customer to rate the app.
open class SKStoreReviewController: NSObject {
    // The ledger is written here and not where an app asks, which is mostly the main thread.
    private static let requests = DispatchQueue(label: "StoreKit.SKStoreReviewController")

    /// Makes a controller, which nobody needs: what it does is done by the class.
    public override init() {
        super.init()
    }

    /// Asks for a rating, which the system may ignore; here nothing is shown, and the store in use
    /// counts the request.
    ///
    /// A test finds the count in `SKTestSession.reviewRequestCount` of the module StoreTesting.
    open class func requestReview() {
        let opened = StoreConnection.shared.openedStore
        requests.async {
            do {
                try (opened ?? StoreConnection.shared.store()).recordReviewRequest()
                StoreDiagnostics.shared.report(.info, "The app asked the customer for a review")
            } catch {
                StoreDiagnostics.shared.report(
                    .warning,
                    "A request for a review was not counted: \(error.localizedDescription)"
                )
            }
        }
    }

    /// How often a store was asked for a review, by the calls that have returned too.
    package class func requestCount(in store: Store) -> Int {
        requests.sync { (try? store.reviewRequestCount) ?? 0 }
    }
}
