package import Foundation

extension LedgerEntry {
    /// Makes the entry for the outcome of a payment; the ledger assigns its `id` and customer.
    package init(
        _ request: PaymentRequest,
        product: CatalogProduct?,
        outcome: PurchaseRule.Outcome,
        settings: StoreSettings,
        at date: Date
    ) {
        let country = settings.storefrontCountry
        self.init(
            paymentToken: request.token,
            productID: request.productID,
            purchaseDate: date,
            currencyCode: country.currencyCode,
            storefront: country.code
        )
        kind = product?.kind
        quantity = request.seatCount ?? request.quantity
        seats = request.seatCount.map { _ in
            Seats(invitationManagement: settings.invitationManagement, priceTiers: [])
        }
        subscriptionGroupID = product?.subscription?.groupID
        plan = request.billingPlan
        requestedOffer = request.offer
        allowsIntroductoryOffer = request.allowsIntroductoryOffer
        applicationUsername = request.applicationUsername
        requestData = request.requestData
        purchaseAPI = request.api
        record(outcome, settings: settings, at: date)
    }

    /// Makes the copy that a restore delivers; it costs nothing.
    package init(restoring original: LedgerEntry, at date: Date) {
        self.init(unchargedCopyOf: original)
        originalID = original.id
        state = .restored
        isRenewal = false
        purchaseDate = date
    }

    /// Makes another transaction like one; it costs nothing, and is not delivered yet.
    init(unchargedCopyOf entry: LedgerEntry) {
        self = entry
        id = 0
        paymentToken = UUID()
        isFinished = false
        isRevocationUndelivered = false
        price = 0
        amountRefunded = 0
        offer = nil
        requestedOffer = nil
        allowsIntroductoryOffer = nil
        purchaseAPI = nil
        finishAPI = nil
    }

    /// Records the outcome of the payment, either of the request or of its approval.
    package mutating func record(
        _ outcome: PurchaseRule.Outcome,
        settings: StoreSettings,
        at date: Date
    ) {
        purchaseDate = date
        originalPurchaseDate = date
        switch outcome {
        case .deferred:
            state = .deferred
        case .failed(let failure, let issue):
            state = .failed
            self.failure = failure
            hasIssue = issue
        case .purchased(let terms, let original, let replaced):
            state = .purchased
            record(terms, timeRate: settings.timeRate)
            if let former = replaced?.seats {
                seats?.invitationManagement = former.invitationManagement
            }
            continuePurchase(original)
        case .addedSeats(let terms, let period):
            state = .purchased
            // The offer of the period, as that was requested.
            requestedOffer = period.requestedOffer
            record(terms, timeRate: settings.timeRate)
            expirationDate = period.expirationDate
            purchaseDate = min(date, period.expirationDate ?? date)
            seats?.invitationManagement =
                period.seats?.invitationManagement ?? settings.invitationManagement
            seats?.periodID = period.periodID
            continuePurchase(period)
        case .scheduled(_, let original):
            state = .scheduled
            continuePurchase(original)
        }
        // Only the original API delivers entries that aren't transactions.
        if purchaseAPI == .storeKit2, state == .failed || state == .scheduled { isFinished = true }
    }

    private mutating func continuePurchase(_ original: LedgerEntry?) {
        guard let original else { return }
        originalID = original.originalID
        originalPurchaseDate = original.originalPurchaseDate
    }

    private mutating func record(_ terms: PurchaseTerms, timeRate: TimeRate) {
        price = terms.price
        offer = terms.offer
        if let prices = terms.seatPrices {
            seats?.priceTiers = prices
            quantity = prices.quantity
        }
        guard let period = terms.period else { return }
        func end(after count: Int) -> Date {
            timeRate.end(of: period, count: count, from: purchaseDate)
                .clamped(to: purchaseDate...Date.storeDates.upperBound)
        }
        expirationDate = end(after: terms.periodCount)
        commitment = terms.commitment(after: nil) { end(after: terms.periodCount + $0) }
    }
}

extension PaymentRequest {
    /// Makes the payment of an entry again, to decide about it once more.
    package init(resuming entry: LedgerEntry, token: UUID) {
        self.init(
            productID: entry.productID,
            quantity: entry.seats == nil ? entry.quantity : 1,
            token: token,
            applicationUsername: entry.applicationUsername,
            requestData: entry.requestData,
            isMadeOutsideApp: true
        )
        seatCount = entry.seats.map { _ in entry.quantity }
        api = entry.purchaseAPI
        billingPlan = entry.plan
        offer = entry.requestedOffer
        allowsIntroductoryOffer = entry.allowsIntroductoryOffer
    }
}
