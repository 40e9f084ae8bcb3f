public import Foundation
import LocalAppStore

/// The country or region of the App Store that the customer uses.
public struct Storefront: Identifiable, Sendable {
    /// The ISO 3166-1 alpha-3 code: "USA".
    public let countryCode: String
    /// Apple's identifier of the storefront: "143441".
    public let id: String

    /// The currency of the storefront; `nil` for an unknown country.
    public var currency: Locale.Currency? {
        StorefrontCountry(code: countryCode).map { Locale.Currency($0.currencyCode) }
    }

    /// The storefront at present; `nil` without a store.
    public static var current: Storefront? {
        get async {
            await StoreScope.current.reportingWithStore {
                Storefront(try $0.settings.storefrontCountry)
            }
        }
    }

    /// The storefronts that the customer changes to, without an end.
    ///
    /// The iteration ends when its task is cancelled.
    public static var updates: Storefronts { Storefronts(scope: .current) }

    /// A sequence of storefronts.
    public struct Storefronts: AsyncSequence, Sendable {
        /// A storefront.
        public typealias Element = Storefront

        let scope: StoreScope

        /// Begins an iteration, which misses nothing that changes from now on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: scope.updates.storefronts())
        }

        /// An iteration over storefronts.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let subscription: UpdateSubscription<Int, StorefrontCountry>

            /// Returns the next storefront; `nil` in a cancelled task.
            public mutating func next() async -> Storefront? {
                await subscription.next().map(Storefront.init)
            }
        }
    }
}
