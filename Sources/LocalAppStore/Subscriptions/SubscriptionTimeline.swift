public import Foundation

/// What became of a subscription over time: its periods, and the times when payment was due.
public struct SubscriptionTimeline: Sendable, Equatable {
    /// The segments, oldest first; none overlaps another.
    public let segments: [Segment]

    /// A time in the life of a subscription.
    public struct Segment: Sendable, Equatable {
        /// What the customer had.
        public let kind: Kind
        /// The start.
        public let start: Date
        /// The end, which may be in the future.
        public let end: Date
        /// The product.
        public let productID: String
        /// The `id` of the transaction of a period; `nil` without one.
        public let entryID: LedgerEntry.ID?
    }

    /// What a customer has in a segment.
    public enum Kind: String, Sendable, CaseIterable {
        /// A period at the regular price.
        case period
        /// A free period of an offer.
        case trial
        /// A period at the price of an offer.
        case offer
        /// A period that was refunded or revoked; it ended then, if it had not ended before.
        case refunded
        /// A period that another product of the group replaced.
        case upgraded
        /// A grace period after a renewal failed.
        case grace
        /// A time without access, in which the store tried, or tries, to collect payment.
        case retry
    }

    /// Makes the timeline of a subscription and its entries, in any order.
    public init(of subscription: CustomerSubscription, entries: [LedgerEntry]) {
        let periods = entries.filter { $0.state == .purchased && $0.expirationDate != nil }
            .sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
        var segments: [Segment] = []
        for entry in periods {
            // A customer who subscribes again later was not asked for payment in the meantime.
            if entry.isRenewal, let last = segments.last {
                segments.append(.retry(after: last, until: entry.purchaseDate))
            }
            segments.append(Segment(periodOf: entry))
        }
        if let issue = segments.last.flatMap({ Segment(issueOf: subscription, after: $0) }) {
            segments.append(issue)
        }
        self.segments = segments.filter { $0.start < $0.end }
    }
}

extension SubscriptionTimeline.Segment {
    fileprivate init(periodOf entry: LedgerEntry) {
        let ends = [entry.expirationDate, entry.revocationDate, entry.upgradeDate]
        self.init(
            kind: .init(periodOf: entry),
            start: entry.purchaseDate,
            end: ends.compactMap { $0 }.min() ?? entry.purchaseDate,
            productID: entry.productID,
            entryID: entry.id
        )
    }

    /// The failed renewal of a subscription; `nil` if there is none.
    fileprivate init?(issueOf subscription: CustomerSubscription, after last: Self) {
        guard let issue = subscription.billingIssue else { return nil }
        self.init(
            kind: issue.gracePeriodEnd == nil ? .retry : .grace,
            start: last.end,
            end: issue.gracePeriodEnd ?? issue.retryEnd,
            productID: subscription.renewalProductID,
            entryID: nil
        )
    }

    fileprivate static func retry(after last: Self, until date: Date) -> Self {
        .init(kind: .retry, start: last.end, end: date, productID: last.productID, entryID: nil)
    }
}

extension SubscriptionTimeline.Kind {
    fileprivate init(periodOf entry: LedgerEntry) {
        if entry.revocationDate != nil {
            self = .refunded
        } else if entry.isUpgraded {
            self = .upgraded
        } else if entry.offer != nil {
            self = entry.price == 0 ? .trial : .offer
        } else {
            self = .period
        }
    }
}

extension Store {
    /// The timeline of a subscription of the customer, as far as its newest periods.
    ///
    /// - Parameters:
    ///   - subscription: The subscription, as ``subscriptionStatuses()`` returns it.
    ///   - limit: The greatest number of periods.
    /// - Returns: The timeline.
    /// - Throws: A `Store.Error` if the ledger cannot be read.
    public func timeline(
        of subscription: CustomerSubscription,
        limit: Int = 100
    ) throws(Store.Error) -> SubscriptionTimeline {
        let entries = try read { try $0.entries(.latestPeriods, [subscription.id, max(0, limit)]) }
        return SubscriptionTimeline(of: subscription, entries: entries)
    }
}
