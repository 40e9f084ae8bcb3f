import Foundation

/// Decides what becomes of a payment.
///
/// A pure function of values and a date: it reads no clock, no lock and no file.
struct PurchaseRule {
    let request: PaymentRequest
    let product: CatalogProduct?
    let settings: StoreSettings
    let holdings: CustomerHoldings
    let date: Date

    /// How far a payment had come before it is judged.
    enum Stage: Comparable {
        case request
        case approval
        case resolution
    }

    /// What became of a payment.
    enum Outcome: Equatable {
        case purchased(PurchaseTerms, original: LedgerEntry?, replaces: LedgerEntry?)
        case deferred
        case failed(LedgerEntry.Failure, hasIssue: Bool = false)

        static func failed(_ code: FailureCode) -> Outcome { .failed(.init(code)) }
    }

    /// What is wrong with the payment before the customer is even asked.
    var refusal: Outcome? {
        guard settings.allowsPayments else { return .failed(.paymentNotAllowed) }
        guard let product, acceptsQuantity(of: product) else { return .failed(.paymentInvalid) }
        return offerRefusal(product)
    }

    /// Whether the customer is asked: not about a payment that cannot succeed, nor outside the app,
    /// nor when no dialogs are shown.
    var needsConfirmation: Bool {
        refusal == nil && !request.isMadeOutsideApp && !settings.disablesDialogs
    }

    /// What one piece would cost this customer.
    var price: Decimal {
        guard let product, holdings.ownedPurchase == nil else { return 0 }
        return PurchaseTerms(product: product, discount: request.discount, holdings: holdings).price
    }

    /// What becomes of the payment, once the customer has confirmed or cancelled.
    func outcome(isConfirmed: Bool, after stage: Stage = .request) -> Outcome {
        if let refusal { return refusal }
        guard let product else { return .failed(.paymentInvalid) }
        guard isConfirmed else { return .failed(.paymentCancelled) }
        if settings.failsTransactions {
            return .failed(FailureCode(rawValue: settings.failureCode))
        }
        if let owned = holdings.ownedPurchase {
            return .purchased(.free, original: owned, replaces: nil)
        }
        let active = holdings.activeSubscription(at: date)
        if active.map({ ExactText($0.productID) }) == ExactText(product.id) {
            return .failed(.init(.unknown, underlying: .alreadySubscribed))
        }
        return sale(of: product, after: stage)
    }

    private func sale(of product: CatalogProduct, after stage: Stage) -> Outcome {
        if stage < .approval, settings.isAskToBuyEnabled || request.simulatesAskToBuy {
            return .deferred
        }
        if stage < .resolution, settings.interruptsPurchases {
            return .failed(.init(.unknown, underlying: .interrupted), hasIssue: true)
        }
        let terms = PurchaseTerms(product: product, discount: request.discount, holdings: holdings)
        return .purchased(
            terms,
            original: holdings.latestSubscription,
            replaces: holdings.activeSubscription(at: date)
        )
    }

    /// Apple allows 1 to 10 of what can be bought again, and one of what can only be owned.
    private func acceptsQuantity(of product: CatalogProduct) -> Bool {
        switch product.kind {
        case .consumable, .nonRenewingSubscription: (1...10).contains(request.quantity)
        case .nonConsumable, .autoRenewableSubscription: request.quantity == 1
        }
    }

    private func offerRefusal(_ product: CatalogProduct) -> Outcome? {
        guard let discount = request.discount else { return nil }
        guard discount.isComplete else { return .failed(.missingOfferParameters) }
        guard product.subscription?.promotionalOffer(withID: discount.offerID) != nil else {
            return .failed(.invalidOfferIdentifier)
        }
        return holdings.latestSubscription == nil ? .failed(.ineligibleForOffer) : nil
    }
}
