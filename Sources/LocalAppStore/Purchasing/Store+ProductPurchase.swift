package import Foundation
import StoreLedger
package import StoreModel

/// The result of a purchase by StoreKit 2.
package enum ProductPurchaseResult: Sendable, Equatable {
    /// The customer has the product by this transaction: a new one, or the one held before.
    case transaction(LedgerEntry)
    /// The purchase waits for approval.
    case pending
    /// The customer has to resolve an issue before the purchase is made.
    case interrupted
    /// The customer cancelled it.
    case cancelled
    /// The store refused it, and nothing was charged.
    case refused(LedgerEntry.Failure)
}

/// The date of a purchase in the past, and its later history.
package struct PastPurchase: Sendable {
    package let date: Date
    /// Whether a subscription renews until the present; else its customer cancels it immediately.
    package let renews: Bool

    package init(date: Date, renews: Bool) {
        self.date = date
        self.renews = renews
    }
}

extension Store {
    /// Makes a purchase as StoreKit 2 does.
    ///
    /// A purchase that the customer already has is returned and not sold again: an unfinished
    /// consumable, a non-consumable, and the subscription, also after the choice of another product
    /// for its next renewal. A purchase outside the app ignores the app's unfinished transactions,
    /// so a consumable is sold again. `confirmationPolicy` is applied on the calling thread.
    ///
    /// - Parameters:
    ///   - request: The payment.
    ///   - past: A date in the past on which it is made, for tests.
    /// - Returns: The outcome.
    /// - Throws: An error of the ledger, and nothing was charged.
    package func purchase(
        _ request: PaymentRequest,
        inThePast past: PastPurchase? = nil
    ) throws(StoreError) -> ProductPurchaseResult {
        try requireAccount()
        if let held = try readSettled({ try $0.heldTransaction(for: request, in: catalog) }) {
            return .transaction(held)
        }
        let entry = if let past { try pay(request, as: past) } else { try pay(request) }
        // A purchase that failed outside the app isn't delivered to it.
        if request.isMadeOutsideApp, entry.state == .failed { try finish([entry.id]) }
        switch entry.state {
        case .purchased where !entry.isRepetition: return .transaction(entry)
        case .purchased, .restored, .scheduled: return try held(for: entry)
        case .deferred: return .pending
        case .failed: return try result(of: entry)
        }
    }

    private func result(of entry: LedgerEntry) throws(StoreError) -> ProductPurchaseResult {
        if entry.hasIssue { return .interrupted }
        guard let failure = entry.failure else { return .pending }
        if failure.code == .paymentCancelled { return .cancelled }
        return failure.underlying == .alreadySubscribed
            ? try held(for: entry) : .refused(failure)
    }

    /// The transaction that the customer holds in place of a new one.
    private func held(for entry: LedgerEntry) throws(StoreError) -> ProductPurchaseResult {
        let product = catalog.product(withIdentifier: entry.productID)
        let held = try readSettled { reader in
            let history = try reader.history(of: product)
            return history.ownedPurchase ?? history.presentPeriod
        }
        return .transaction(held ?? entry)
    }

    /// Makes a payment with an earlier date.
    private func pay(
        _ request: PaymentRequest,
        as past: PastPurchase
    ) throws(StoreError) -> LedgerEntry {
        try change { writer, now in
            if let entry = try writer.reader.entry(paidBy: request.token) { return entry }
            let entry = try sell(
                request,
                isConfirmed: true,
                after: .request,
                signature: .notChecked,
                at: min(try writer.reader.environment().eventDate(past.date), now),
                in: writer
            )
            if !past.renews, var subscription = try writer.reader.subscription(entry.originalID) {
                subscription.isAutoRenewEnabled = false
                try writer.save(subscription)
            }
            return entry
        }
    }
}

extension LedgerReader {
    /// The customer's existing purchase, so that no dialog is shown and nothing is sold.
    fileprivate func heldTransaction(
        for request: PaymentRequest,
        in catalog: Catalog
    ) throws -> LedgerEntry? {
        guard let product = catalog.product(withIdentifier: request.productID) else { return nil }
        switch product.kind {
        case .consumable:
            return request.isMadeOutsideApp ? nil : try unfinishedPurchase(of: product.id)
        case .nonConsumable: return try history(of: product).ownedPurchase
        case .nonRenewingSubscription, .autoRenewableSubscription: return nil
        }
    }
}
