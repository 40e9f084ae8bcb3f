import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Subscriptions {
    /// Extends the current period of a subscription, at the end of which it renews.
    ///
    /// Later periods are counted from the new date. A repeated request with the same terms extends
    /// the subscription once, and returns that extension.
    ///
    /// - Throws: `.refusedRequest` if the `id` is not that of a subscription's first transaction,
    ///   if the terms are invalid, or if the subscription is shared by the family, is not active
    ///   or was extended twice in 365 days.
    @discardableResult
    package func extendRenewalDate(
        of originalID: Int64,
        byDays dayCount: Int,
        reason: RenewalExtension.Reason,
        requestIdentifier: String
    ) throws(StoreError) -> RenewalExtension {
        let terms = try RenewalExtension.Terms(
            for: dayCount,
            reason,
            requestIdentifier: requestIdentifier
        )
        return try change { writer, date in
            let subscription = try writer.reader.extensibleSubscription(originalID)
            let settings = try writer.reader.settings(default: catalog.settings)
            switch try writer.extend(
                subscription,
                by: terms,
                timeRate: settings.timeRate,
                at: date
            ) {
            case .success(let renewalExtension): return renewalExtension
            case .failure(let refusal): throw StoreError.refusedRequest(refusal)
            }
        }
    }

    /// The extensions of the customer's subscriptions, oldest first.
    package func renewalExtensions() throws(StoreError) -> [RenewalExtension] {
        try read { try $0.renewalExtensions() }
    }
}

extension RenewalExtension.Terms {
    /// Makes terms, with the store's error if one is invalid.
    init(
        for dayCount: Int,
        _ reason: RenewalExtension.Reason,
        requestIdentifier: String
    ) throws(StoreError) {
        do throws(ServerRequestRefusal) {
            try self.init(
                dayCount: dayCount,
                reason: reason,
                requestIdentifier: requestIdentifier
            )
        } catch {
            throw .refusedRequest(error)
        }
    }
}

extension LedgerReader {
    /// The customer's own subscription with an original transaction.
    fileprivate func extensibleSubscription(_ id: Int64) throws -> CustomerSubscription {
        if try entry(id)?.isFamilyShared == true {
            throw StoreError.refusedRequest(.familySharedExtension)
        }
        guard let subscription = try subscription(id) else {
            throw StoreError.refusedRequest(.unknownOriginalTransaction)
        }
        return subscription
    }
}

extension LedgerWriter {
    /// Extends the current period of a subscription of the customer, unless it is refused.
    func extend(
        _ subscription: CustomerSubscription,
        by terms: RenewalExtension.Terms,
        timeRate: TimeRate,
        at date: Date
    ) throws -> Result<RenewalExtension, ServerRequestRefusal> {
        let extensions = try reader.renewalExtensions(ofSubscription: subscription.id)
        if let former = extensions.first(where: { $0.terms.isOfSameRequest(as: terms) }) {
            return former.terms == terms ? .success(former) : .failure(.invalidRequestIdentifier)
        }
        let rule = RenewalExtensionRule(
            subscription: subscription,
            extensions: extensions,
            timeRate: timeRate
        )
        switch rule.outcome(dayCount: terms.dayCount, at: date) {
        case .refused(let refusal):
            return .failure(refusal)
        case .extended(let end):
            try movePeriodEnd(of: subscription, to: end, at: date)
            let renewalExtension = RenewalExtension(
                id: 0,
                subscriptionID: subscription.id,
                entryID: subscription.entryID,
                terms: terms,
                date: date,
                effectiveDate: end
            )
            return .success(try insert(renewalExtension))
        }
    }

    /// Moves the end of the current period, also for the family's transactions of it.
    private func movePeriodEnd(
        of subscription: CustomerSubscription,
        to end: Date,
        at date: Date
    ) throws {
        var entry = try reader.presentPeriod(of: subscription)
        entry.expirationDate = end
        try update(entry)
        var extended = subscription
        extended.expirationDate = end
        extended.anchor = BillingAnchor(date: end, count: 0)
        try save(extended)
        try updateAccess(to: entry, at: date)
        try renewReceipt(at: date)
        let event = NotificationEvent(.renewalExtended)
        try notify(event, about: entry, at: date)
        try notifyFamily([event], about: extended, at: date)
    }
}
