package import Foundation

/// The history of a subscription: its periods, overdue payments, and times without access.
package struct SubscriptionTimeline: Sendable, Equatable {
    /// The segments, in the order of their starts.
    ///
    /// Periods do not overlap. A grace period in which payment was collected overlaps the period
    /// that was paid for, which begins where the one before ended.
    package let segments: [Segment]

    /// A time in the life of a subscription.
    package struct Segment: Sendable, Equatable {
        package let kind: Kind
        package let start: Date
        /// The end, which may be in the future; `nil` without one.
        package let end: Date?
        package let productID: String
        /// The `id` of the transaction of a period; `nil` without one.
        package let entryID: LedgerEntry.ID?
        /// The number of the payment of a commitment; `nil` without one.
        package let paymentNumber: Int?
    }

    /// The customer's access in a segment.
    package enum Kind: String, Sendable, CaseIterable {
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
        /// A time after the subscription expired, until the customer subscribed again.
        case expired
    }

    /// Makes the timeline of a subscription with its entries, in any order, and its failed
    /// renewals, oldest first.
    ///
    /// Without `issues`, failed renewals are inferred from the current one, and from gaps before
    /// renewals.
    package init(
        of subscription: CustomerSubscription,
        entries: [LedgerEntry],
        issues: [BillingIssueRecord]
    ) {
        let periods = LedgerEntry.periods(among: entries)
            .sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
        // An issue before the first of these periods belongs to an older period.
        var issues = issues.drop { issue in periods.allSatisfy { issue.start <= $0.purchaseDate } }
        var builder = Builder(subscription: subscription)
        for entry in periods {
            let former = issues.prefix { $0.start <= entry.purchaseDate }
            issues.removeFirst(former.count)
            builder.add(entry, after: former)
        }
        builder.end(after: issues)
        segments = builder.segments
    }

    /// Makes the segments, from the oldest to the newest.
    private struct Builder {
        let subscription: CustomerSubscription
        private(set) var segments: [Segment] = []
        private var period: Segment?
        /// The end of the customer's access so far.
        private var end = Date.distantPast

        init(subscription: CustomerSubscription) {
            self.subscription = subscription
        }

        /// Adds a period, and the time before it.
        mutating func add(_ entry: LedgerEntry, after issues: ArraySlice<BillingIssueRecord>) {
            for issue in issues { add(issue) }
            // A customer who subscribes again later was not asked for payment in the meantime.
            if let period, !entry.isRenewal {
                if period.kind != .refunded { add(.expired, until: entry.purchaseDate) }
            } else if period != nil, issues.isEmpty {
                add(.retry, until: entry.purchaseDate)
            }
            let next = Segment(periodOf: entry)
            append(next)
            period = next
        }

        /// Adds the time after the last period.
        mutating func end(after issues: ArraySlice<BillingIssueRecord>) {
            guard let period else { return }
            for issue in issues { add(issue) }
            if let issue = subscription.billingIssue, issues.last?.end != nil || issues.isEmpty {
                let kind: Kind = issue.gracePeriodEnd == nil ? .retry : .grace
                let productID = subscription.nextProductID
                add(kind, until: issue.gracePeriodEnd ?? issue.retryEnd, of: productID)
            }
            if subscription.expirationReason != nil, period.kind != .refunded {
                add(.expired, until: nil)
            }
        }

        /// Adds the past grace period and retries of a failed renewal.
        private mutating func add(_ issue: BillingIssueRecord) {
            let present = issue.end == nil ? subscription.billingIssue : nil
            let last = issue.end ?? present?.gracePeriodEnd ?? present?.retryEnd ?? issue.start
            let retryStart = issue.gracePeriodEnd.map { min($0, last) } ?? issue.start
            for (kind, start, end) in [
                (Kind.grace, issue.start, retryStart), (.retry, retryStart, last),
            ] {
                append(Segment(kind, from: start, to: end, of: issue.productID))
            }
        }

        /// Adds the time after the last segment.
        private mutating func add(_ kind: Kind, until date: Date?, of productID: String? = nil) {
            guard let productID = productID ?? period?.productID else { return }
            append(Segment(kind, from: end, to: date, of: productID))
        }

        private mutating func append(_ segment: Segment) {
            if let last = segment.end {
                guard segment.start < last else { return }
                end = max(end, last)
            }
            segments.append(segment)
        }
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
            entryID: entry.id,
            paymentNumber: entry.commitment?.periodNumber
        )
    }

    /// Makes a segment without a transaction.
    fileprivate init(
        _ kind: SubscriptionTimeline.Kind,
        from start: Date,
        to end: Date?,
        of productID: String
    ) {
        self.init(
            kind: kind,
            start: start,
            end: end,
            productID: productID,
            entryID: nil,
            paymentNumber: nil
        )
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

extension LedgerEntry {
    /// The periods by their first transactions; one with seats that were not refunded goes on.
    fileprivate static func periods(among entries: [LedgerEntry]) -> [LedgerEntry] {
        let transactions = entries.filter { $0.state == .purchased && $0.expirationDate != nil }
        let additions = Dictionary(
            grouping: transactions.filter(\.isSeatAddition),
            by: \.periodID
        )
        return transactions.filter { !$0.isSeatAddition }.map { first in
            let others = additions[first.id] ?? []
            guard first.revocationDate != nil, !others.isEmpty else { return first }
            let revocations = others.map(\.revocationDate) + [first.revocationDate]
            var period = first
            period.revocationDate =
                revocations.contains(nil) ? nil : revocations.compactMap { $0 }.max()
            return period
        }
    }
}

/// A failed renewal in the history of a subscription.
///
/// A subscription only has its current issue; this record remains of earlier ones.
package struct BillingIssueRecord: Equatable {
    /// The product whose renewal failed.
    package let productID: String
    /// The end of the period that was to be renewed.
    package let start: Date
    /// The end of the grace period that was granted; `nil` without one.
    package let gracePeriodEnd: Date?
    /// The date when payment was collected, or the subscription ended; `nil` while the store tries.
    package let end: Date?

    package init(productID: String, start: Date, gracePeriodEnd: Date?, end: Date?) {
        self.productID = productID
        self.start = start
        self.gracePeriodEnd = gracePeriodEnd
        self.end = end
    }
}
