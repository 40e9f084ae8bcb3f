import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Subscriptions {
    /// Extends the current period of a subscription, and so delays its renewal.
    ///
    /// Later periods are counted from the new date. A repeated request with the same terms extends
    /// the subscription once, and returns that extension.
    ///
    /// - Throws: `.refusedRequest` if the `id` doesn't identify a subscription's first transaction,
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
            dayCount: dayCount,
            reason: reason,
            requestIdentifier: requestIdentifier
        )
        return try store.change { writer, date in
            let subscription = try writer.reader.extensibleSubscription(originalID)
            let present = try writer.reader.present(subscription)
            switch try extend(present, by: terms, at: date, in: writer) {
            case .success(let renewalExtension): return renewalExtension
            case .failure(let refusal): throw StoreError.refusedRequest(refusal)
            }
        }
    }

    /// Extends the current period of a subscription of any customer, unless it is refused.
    func extend(
        _ present: PresentPeriodRule,
        by terms: RenewalExtension.Terms,
        at date: Date,
        in writer: LedgerWriter
    ) throws -> Result<RenewalExtension, ServerRequestRefusal> {
        let subscription = present.subscription
        let reader = writer.acting(for: subscription.customerID).reader
        let result = present.extend(
            by: terms,
            after: try reader.renewalExtensions(ofSubscription: subscription.id),
            timeRate: try reader.settings(default: store.catalog.settings).timeRate,
            at: date
        )
        switch result {
        case .failure(let refusal): return .failure(refusal)
        case .success((let made, let edits)):
            guard !edits.isEmpty else { return .success(made) }
            try writer.apply(edits)
            let extensions = try reader.renewalExtensions(ofSubscription: subscription.id)
            return .success(extensions.last ?? made)
        }
    }

    /// The extensions of the customer's subscriptions, oldest first.
    package func renewalExtensions() throws(StoreError) -> [RenewalExtension] {
        try store.read { try $0.renewalExtensions() }
    }
}

extension LedgerReader {
    /// The customer's own subscription with an original transaction.
    fileprivate func extensibleSubscription(_ id: Int64) throws -> CustomerSubscription {
        if try entry(id)?.isShared == true {
            throw StoreError.refusedRequest(.familySharedExtension)
        }
        guard let subscription = try subscription(id) else {
            throw StoreError.refusedRequest(.unknownOriginalTransaction)
        }
        return subscription
    }
}
