public import Foundation
public import StoreKit

extension Product.PurchaseOption {
    /// The later history of a subscription that was bought in the past.
    @nonexhaustive
    public enum SubscriptionRenewalBehavior: Codable, Hashable, Sendable {
        /// It has renewed at the end of each period until the present.
        case renewUntilNow
        /// The customer cancelled it immediately, so that it ended with its first period.
        case cancelImmediately
    }

    /// A promotional offer of the product, without a signature of the developer's server.
    public static func promotionalOffer(id identifier: String) -> Product.PurchaseOption {
        .init(.promotionalOffer(id: identifier))
    }

    /// The offer of a code that the customer redeems, by the offer's reference name.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
        .init(.codeOffer(referenceName: referenceName))
    }

    /// The date of a purchase in the past, and the subscription's history since then.
    ///
    /// A purchase with a later date than the present fails.
    public static func purchaseDate(
        _ date: Date,
        renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        .init(.date(date, renews: renewalBehavior == .renewUntilNow))
    }
}
