public import Foundation
import StoreKit

/// The state of the customer's subscription in a group, by StoreKit 2.
///
/// It has the cases of ``VerifySubscriptionResult``, and three that a receipt does not distinguish.
@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
public enum SubscriptionGroupStatus: Hashable, Sendable {
    /// The customer is subscribed until a date, at which the subscription may renew.
    case purchased(productId: String, expiryDate: Date, willAutoRenew: Bool)
    /// A renewal could not be paid; the customer keeps access until the end of a grace period.
    case inGracePeriod(productId: String, expiryDate: Date)
    /// A renewal could not be paid, and the customer has no access until it is.
    case inBillingRetry(productId: String, expiryDate: Date)
    /// The subscription ended.
    case expired(productId: String, expiryDate: Date)
    /// The subscription was refunded, or is no longer shared.
    case revoked(productId: String, revocationDate: Date)
    /// The customer never subscribed in the group.
    case notPurchased

    /// Whether the customer may use the product.
    public var isEntitled: Bool {
        switch self {
        case .purchased, .inGracePeriod: true
        case .inBillingRetry, .expired, .revoked, .notPurchased: false
        }
    }
}

@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
extension SwiftyStoreKit {
    /// The state of the customer's subscription in a group.
    ///
    /// Of several, as with Family Sharing, it is one that entitles, else the one that ends last.
    /// Transactions that StoreKit could not verify are left out. In a cancelled task it is
    /// `notPurchased`.
    ///
    /// - Throws: `StoreKitError` when the App Store cannot be reached.
    public class func subscriptionStatus(
        ofGroup groupID: String
    ) async throws -> SubscriptionGroupStatus {
        let statuses = try await Product.SubscriptionInfo.status(for: groupID)
            .compactMap(Candidate.init)
        let best = statuses.max {
            ($0.status.isEntitled ? 1 : 0, $0.date) < ($1.status.isEntitled ? 1 : 0, $1.date)
        }
        return best?.status ?? .notPurchased
    }
}

/// A verified status, and the end of its period.
@available(iOS 15, tvOS 15, macOS 12, watchOS 8, macCatalyst 15, *)
private struct Candidate {
    let status: SubscriptionGroupStatus
    let date: Date

    init?(_ status: Product.SubscriptionInfo.Status) {
        guard case .verified(let transaction) = status.transaction,
            case .verified(let renewal) = status.renewalInfo
        else { return nil }
        let id = transaction.productID
        let end = transaction.expirationDate ?? .distantPast
        date = end
        self.status =
            switch status.state {
            case .subscribed:
                .purchased(productId: id, expiryDate: end, willAutoRenew: renewal.willAutoRenew)
            case .inGracePeriod:
                .inGracePeriod(productId: id, expiryDate: renewal.gracePeriodExpirationDate ?? end)
            case .inBillingRetryPeriod: .inBillingRetry(productId: id, expiryDate: end)
            case .revoked:
                .revoked(productId: id, revocationDate: transaction.revocationDate ?? end)
            default: .expired(productId: id, expiryDate: end)
            }
    }
}
