import Foundation
import StoreLedger
import StoreModel

// Decisions of the customer's family and bank about purchases.
extension Store {
    /// Approves a deferred purchase; it is decided and charged now.
    @discardableResult
    package func approve(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            let deferred = try writer.reader.deferredEntry(id)
            let request = PaymentRequest(resuming: deferred, token: deferred.paymentToken)
            let rule = try self.rule(
                for: request,
                signature: .init(resuming: request, key: catalog.promotionalOfferKey),
                at: date,
                in: writer.reader
            )
            let outcome = rule.outcome(isConfirmed: true, after: .approval)
            try writer.limitSeatMembers(by: outcome, of: rule)
            var numbers = try writer.entryNumbers()
            let (entry, edits) = rule.approval(
                of: deferred,
                outcome,
                sharing: try writer.reader.sharing(of: outcome, by: rule),
                numbers: &numbers
            )
            try writer.apply(edits)
            return entry
        }
    }

    /// Declines a deferred purchase; it fails with `.paymentCancelled`.
    @discardableResult
    package func decline(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            var entry = try writer.reader.deferredEntry(id)
            let settings = try writer.reader.settings(default: catalog.settings)
            let outcome = PurchaseRule.Outcome.failed(
                .paymentCancelled,
                because: "The purchase waited for approval and was declined."
            )
            entry.record(outcome, settings: settings, at: date)
            try writer.update(entry)
            return entry
        }
    }

    /// Resolves an issue: of an interrupted purchase, or of a subscription's failed renewal.
    ///
    /// The purchase or renewal is made now and returned as a new entry. During a grace period the
    /// renewal has the date of its failure, after it the current date.
    @discardableResult
    public func resolveIssue(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            var entry = try writer.reader.requiredEntry(id)
            guard entry.hasIssue else {
                return try recoverSubscription(of: entry, at: date, in: writer)
            }
            entry.hasIssue = false
            try writer.update(entry)
            let request = PaymentRequest(resuming: entry, token: UUID())
            return try sell(
                request,
                isConfirmed: true,
                after: .resolution,
                signature: .init(resuming: request, key: catalog.promotionalOfferKey),
                at: date,
                in: writer
            )
        }
    }

    /// Collects the payment for a failed renewal.
    private func recoverSubscription(
        of entry: LedgerEntry,
        at date: Date,
        in writer: LedgerWriter
    ) throws -> LedgerEntry {
        guard let subscription = try writer.reader.subscription(entry.originalID),
            subscription.billingIssue != nil
        else { throw StoreError.unsuitableEntry(id: entry.id, needs: "interrupted by an issue") }
        let settings = try writer.reader.settings(default: catalog.settings)
        let product = catalog.product(withIdentifier: subscription.nextProductID)
        let rule = RenewalRule(subscription: subscription, product: product, settings: settings)
        let last = try writer.reader.lastPeriodStart(of: subscription.id)
        guard let period = rule.recoveryPeriod(at: date, after: last) else {
            throw StoreError.unknownProduct(id: subscription.nextProductID)
        }
        let present = try writer.reader.present(subscription)
        return try core.renew(present, for: period, settings: settings, at: date, in: writer).entry
    }
}

extension LedgerReader {
    fileprivate func deferredEntry(_ id: Int64) throws -> LedgerEntry {
        let entry = try requiredEntry(id)
        guard entry.state == .deferred else {
            throw StoreError.unsuitableEntry(id: id, needs: "waiting for approval")
        }
        return entry
    }
}
