package import Foundation

/// Decides the outcome of a payment.
package struct PurchaseRule {
    package let request: PaymentRequest
    /// The product as the requested plan sells it, or as in the catalog if the plan doesn't.
    package let product: CatalogProduct?
    private let isPlanSold: Bool
    /// The product of the customer's subscription in the group, if it is still for sale.
    package var subscribedProduct: CatalogProduct?
    package let settings: StoreSettings
    /// Whether the organizer of the family has to approve the customer's purchases.
    package var asksToBuy = false
    package let history: PurchaseHistory
    package let signature: OfferSignatureCheck
    package let date: Date
    /// The environment, which decides about the precision of dates.
    package var environment = StoreEnvironment.sandbox

    package init(
        request: PaymentRequest,
        product: CatalogProduct?,
        subscribedProduct: CatalogProduct? = nil,
        settings: StoreSettings,
        asksToBuy: Bool = false,
        history: PurchaseHistory,
        signature: OfferSignatureCheck,
        date: Date,
        environment: StoreEnvironment = .sandbox
    ) {
        self.request = request
        let sold = product?.sold(by: request.billingPlan, in: settings.storefrontCountry)
        self.product = sold ?? product
        isPlanSold = sold != nil
        self.subscribedProduct = subscribedProduct
        self.settings = settings
        self.asksToBuy = asksToBuy
        self.history = history
        self.signature = signature
        self.date = date
        self.environment = environment
    }

    /// The date of the purchase, later than the start of the subscription's last period.
    package var purchaseDate: Date {
        environment.periodStart(boughtAt: date, after: history.lastPeriodStart)
    }

    /// The last step that a payment has passed.
    package enum Stage: Comparable {
        case request
        case approval
        case resolution
    }

    package enum Outcome: Equatable {
        case purchased(PurchaseTerms, original: LedgerEntry?, replaces: LedgerEntry?)
        /// The customer is subscribed to the product from the next renewal on.
        case scheduled([CustomerSubscription.RenewalOffer], original: LedgerEntry?)
        /// The customer has more seats for the rest of a period.
        case addedSeats(PurchaseTerms, to: LedgerEntry)
        case deferred
        case failed(LedgerEntry.Failure, hasIssue: Bool = false)

        package var isPurchase: Bool {
            switch self {
            case .purchased, .addedSeats: true
            case .scheduled, .deferred, .failed: false
            }
        }

        package static func failed(_ code: FailureCode, because reason: String) -> Outcome {
            .failed(.init(code, reason: reason))
        }
    }

    /// The reason why the payment is refused before the customer is asked to confirm it.
    package var refusal: Outcome? {
        guard settings.allowsPayments else {
            return .failed(.paymentNotAllowed, because: "The store's settings forbid payments.")
        }
        guard let product else { return unknownProduct }
        return planRefusal(product) ?? quantityRefusal(product) ?? seatRefusal(product)
            ?? offerRefusal(product)
    }

    /// Whether the customer has to confirm the payment.
    ///
    /// That is not so if the payment is refused, is made outside the app, or dialogs are disabled.
    package var needsConfirmation: Bool {
        refusal == nil && !request.isMadeOutsideApp && !settings.disablesDialogs
    }

    package func terms(of product: CatalogProduct) -> PurchaseTerms {
        guard history.ownedPurchase == nil else { return .free }
        if let seatCount = request.seatCount, change(to: product) == .seatAddition,
            let period = history.presentPeriod
        {
            let present = history.presentSeatCount(at: date)
            return PurchaseTerms(
                adding: seatCount - present,
                to: period,
                with: present,
                of: product
            )
        }
        return PurchaseTerms(
            product: product,
            offer: request.offer,
            isEligibleForIntroductoryOffer: request.allowsIntroductoryOffer
                ?? history.isEligibleForIntroductoryOffer(at: date),
            seatCount: request.seatCount
        )
    }

    /// The outcome of the payment, after the customer confirmed or cancelled it.
    package func outcome(isConfirmed: Bool, after stage: Stage = .request) -> Outcome {
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
        if let owned = history.ownedPurchase {
            return .purchased(.free, original: owned, replaces: nil)
        }
        if change(to: product) == .none {
            let reason = "The customer is subscribed to \"\(product.id)\" already."
            return .failed(.init(.unknown, underlying: .alreadySubscribed, reason: reason))
        }
        return sale(of: product, after: stage)
    }

    func change(to product: CatalogProduct) -> SubscriptionChangeRule.Change {
        SubscriptionChangeRule(
            active: history.activeSubscription(at: date),
            activeProduct: subscribedProduct,
            product: product,
            billingPlan: request.billingPlan,
            hasOffer: request.offer != nil,
            seatCount: request.seatCount,
            presentSeatCount: history.presentSeatCount(at: date)
        )
        .change
    }

    private var isAskToBuy: Bool {
        settings.isAskToBuyEnabled || request.simulatesAskToBuy || asksToBuy
    }

    private func sale(of product: CatalogProduct, after stage: Stage) -> Outcome {
        if stage < .approval, isAskToBuy {
            return .deferred
        }
        if stage < .resolution, settings.interruptsPurchases {
            let reason = "The store's settings interrupt purchases until their issue is resolved."
            return .failed(
                .init(.unknown, underlying: .interrupted, reason: reason),
                hasIssue: true
            )
        }
        let change = change(to: product)
        if change == .seatAddition, let period = history.presentPeriod {
            return .addedSeats(terms(of: product), to: period)
        }
        if change == .atRenewal {
            return .scheduled(renewalOffers(of: product), original: history.latestPeriod)
        }
        return .purchased(
            terms(of: product),
            original: history.latestPeriod,
            replaces: change == .immediate ? history.presentPeriod : nil
        )
    }

    /// Returns the offers that begin with the next renewal: the requested offer, the offers already
    /// planned for it, or the rest of an offer when the customer returns to the current product.
    private func renewalOffers(of product: CatalogProduct) -> [CustomerSubscription.RenewalOffer] {
        if let request = request.offer, let terms = product.subscription {
            return [CustomerSubscription.RenewalOffer(request, of: terms)].compactMap { $0 }
        }
        guard let subscription = history.subscription else { return [] }
        let plan = request.billingPlan
        if subscription.hasChosen(product.id, by: plan) { return subscription.renewalOffers }
        return subscription.isOf(product.id, by: plan) ? subscription.presentOffers : []
    }
}

// Refusals, each with the reason for developers.
extension PurchaseRule {
    package var unknownProduct: Outcome {
        .failed(
            .paymentInvalid,
            because: "The catalog has no product \"\(request.productID)\"."
        )
    }

    /// Only the monthly plan may be missing.
    private func planRefusal(_ product: CatalogProduct) -> Outcome? {
        guard !isPlanSold else { return nil }
        let isOffered = product.subscription?.monthlyPlan != nil
        let reason =
            isOffered
            ? "The storefront \(settings.storefrontCountry.code) does not sell the monthly billing "
                + "plan of \"\(product.id)\"."
            : "\"\(product.id)\" has no monthly billing plan."
        return .failed(.productNotAvailable, because: reason)
    }

    /// The quantity is 1 to 10 for products that can be bought again, and 1 for others.
    func quantityRefusal(_ product: CatalogProduct) -> Outcome? {
        switch product.kind {
        case .consumable, .nonRenewingSubscription:
            guard !(1...10).contains(request.quantity) else { return nil }
            return .failed(
                .paymentInvalid,
                because: "The quantity is \(request.quantity); the store sells 1 to 10 at once."
            )
        case .nonConsumable, .autoRenewableSubscription:
            guard request.quantity != 1 else { return nil }
            return .failed(
                .paymentInvalid,
                because:
                    "The quantity is \(request.quantity); \"\(product.id)\" is owned, not used up, "
                    + "so only 1 is sold."
            )
        }
    }

    func offerRefusal(_ product: CatalogProduct) -> Outcome? {
        OfferRule(
            request: request,
            product: product,
            history: history,
            signature: signature,
            date: date
        ).refusal.map { .failed($0) }
    }
}
