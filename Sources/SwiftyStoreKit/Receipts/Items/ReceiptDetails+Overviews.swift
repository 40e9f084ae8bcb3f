public import Foundation

extension ReceiptDetails {
    /// What the customer has of each product, found in one walk.
    ///
    /// - Parameters:
    ///   - productIds: The products to tell of; nil for all.
    ///   - nonRenewing: How many seconds each non-renewing subscription lasts after it was bought.
    ///     Without it the receipt cannot tell one from a product that does not end.
    ///   - date: What ends are compared with; see ``referenceDate(validUntil:)``.
    /// - Returns: A status for each product that was ever bought.
    public func productStatuses(
        productIds: Set<String>? = nil,
        nonRenewing: [String: TimeInterval] = [:],
        at date: Date? = nil
    ) -> [String: ProductStatus] {
        ProductStatusReader(
            table: table,
            renewals: renewals,
            date: referenceDate(validUntil: date),
            durations: nonRenewing,
            items: purchases
        ).statuses(productIds)
    }

    /// What comes next for each auto-renewable subscription, which is ``renewals``.
    public func subscriptionRenewals() -> [SubscriptionRenewal] {
        renewals
    }

    /// Which offers the customer may still take.
    ///
    /// - Parameter productIds: All subscriptions of one group, because an introductory offer is for
    ///   one of them.
    /// - Returns: What may be shown; what family members bought does not matter.
    public func offerEligibility(productIds: Set<String>) -> OfferEligibility {
        table.eligibility(productIds)
    }

    /// The identifiers of every product, those that were taken back included.
    public func allProductIds() -> Set<String> {
        table.allIds()
    }

    /// The identifiers of the products in one list, those that were taken back included.
    ///
    /// - Parameter type: `.autoRenewable` for the subscriptions the server lists, otherwise
    ///   everything in the file.
    /// - Returns: Nil instead of an empty set; ``allProductIds()`` has neither list nor nil to care
    ///   about.
    public func distinctProductIds(
        ofType type: SubscriptionType = .autoRenewable
    ) -> Set<String>? {
        table.distinctIds(type)
    }
}
