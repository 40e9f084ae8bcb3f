import Foundation

/// A purchase that the customer began on the App Store, for the app to continue.
///
/// The app continues it by ``Product/purchase(options:)``, or later, or never.
public struct PurchaseIntent: Identifiable, Equatable, Sendable {
    /// The product.
    public let product: Product
    /// The offer that the customer accepted; `nil` without one.
    public let offer: Product.SubscriptionOffer?

    /// The identifier of the product.
    public var id: Product.ID { product.id }

    /// The purchases that the customer begins on the App Store, without an end.
    ///
    /// Do not use it beside `paymentQueue(_:shouldAddStorePayment:for:)`, which takes the same
    /// purchases. The iteration ends when its task is cancelled.
    public static var intents: PurchaseIntents { PurchaseIntents(scope: .current) }

    /// A sequence of purchase intents.
    public struct PurchaseIntents: AsyncSequence {
        /// A purchase intent.
        public typealias Element = PurchaseIntent

        let scope: StoreScope

        /// Begins an iteration.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: scope.updates.intents(), scope: scope)
        }

        /// An iteration over purchase intents.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let subscription: UpdateSubscription<UUID, StoreUpdates.Intent>
            let scope: StoreScope

            /// Returns the next purchase intent; `nil` in a cancelled task.
            public mutating func next() async -> PurchaseIntent? {
                await scope.nextIntent(of: subscription)
            }
        }
    }
}
