import LocalAppStore

/// The errors that a test session plants into the calls of StoreKit 2.
package final class SimulatedFailures: Sendable {
    /// A call, or calls, that can be made to fail.
    package enum API: String, Sendable, CaseIterable {
        case loadProducts
        case purchase
        case verification
        case appStoreSync
        case subscriptionStatus
        case appTransaction
        case manageSubscriptions
        case refundRequest
        case offerCodeRedeem
    }

    private let planted = Locked<[API: any Error]>([:])

    package init() {}

    /// The error of an API; `nil` if it does not fail.
    package subscript(api: API) -> (any Error)? {
        get { planted.withLock { $0[api] } }
        set {
            // A client's error may be in it, which is released after the lock.
            let former = planted.withLock { planted in
                defer { planted[api] = newValue }
                return planted[api]
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Removes all errors.
    package func removeAll() {
        API.allCases.forEach { self[$0] = nil }
    }
}
