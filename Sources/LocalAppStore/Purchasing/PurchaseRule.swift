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

        static func failed(_ code: FailureCode, because reason: String) -> Outcome {
            .failed(.init(code, reason: reason))
        }
    }

    /// What is wrong with the payment before the customer is even asked.
    var refusal: Outcome? {
        guard settings.allowsPayments else {
            return .failed(.paymentNotAllowed, because: "The store's settings forbid payments.")
        }
        guard let product else { return unknownProduct }
        return quantityRefusal(product) ?? offerRefusal(product)
    }

    /// Whether the customer is asked: not about a payment that cannot succeed, nor outside the app,
    /// nor when no dialogs are shown.
    var needsConfirmation: Bool {
        refusal == nil && !request.isMadeOutsideApp && !settings.disablesDialogs
    }

    /// On what terms this customer would buy a product.
    func terms(of product: CatalogProduct) -> PurchaseTerms {
        guard holdings.ownedPurchase == nil else { return .free }
        return PurchaseTerms(product: product, discount: request.discount, holdings: holdings)
    }

    /// What becomes of the payment, once the customer has confirmed or cancelled.
    func outcome(isConfirmed: Bool, after stage: Stage = .request) -> Outcome {
        if let refusal { return refusal }
        guard let product else { return unknownProduct }
        guard isConfirmed else {
            return .failed(.paymentCancelled, because: "The customer cancelled the purchase.")
        }
        if settings.failsTransactions {
            return .failed(
                FailureCode(rawValue: settings.failureCode),
                because: "The store's settings make every purchase fail with this code."
            )
        }
        if let owned = holdings.ownedPurchase {
            return .purchased(.free, original: owned, replaces: nil)
        }
        let active = holdings.activeSubscription(at: date)
        if active.map({ ExactText($0.productID) }) == ExactText(product.id) {
            let reason = "The customer is subscribed to \"\(product.id)\" already."
            return .failed(.init(.unknown, underlying: .alreadySubscribed, reason: reason))
        }
        return sale(of: product, after: stage)
    }

    private func sale(of product: CatalogProduct, after stage: Stage) -> Outcome {
        if stage < .approval, settings.isAskToBuyEnabled || request.simulatesAskToBuy {
            return .deferred
        }
        if stage < .resolution, settings.interruptsPurchases {
            let reason = "The store's settings interrupt purchases until their issue is resolved."
            return .failed(
                .init(.unknown, underlying: .interrupted, reason: reason),
                hasIssue: true
            )
        }
        let terms = PurchaseTerms(product: product, discount: request.discount, holdings: holdings)
        return .purchased(
            terms,
            original: holdings.latestSubscription,
            replaces: holdings.activeSubscription(at: date)
        )
    }
}
