package import AppReceipt
import Foundation

extension TransactionPayload {
    /// Makes the members that need only the entry, without the app and the catalog.
    package init(_ entry: LedgerEntry) {
        self.init()
        setIdentifiers(of: entry)
        setDates(of: entry)
        setTerms(of: entry)
        setRevocation(of: entry)
    }

    private mutating func setIdentifiers(of entry: LedgerEntry) {
        transactionIdentifier = String(entry.id)
        originalTransactionIdentifier = String(entry.originalID)
        // It identifies a period on all devices; the transaction's number is suitable.
        webOrderLineItemIdentifier = entry.isSubscription ? String(entry.id) : nil
        appTransactionIdentifier = Customer.appTransactionIdentifier(of: entry.customerID)
        productIdentifier = entry.productID
        subscriptionGroupIdentifier = entry.subscriptionGroupID
        appAccountToken = entry.accountToken
    }

    private mutating func setDates(of entry: LedgerEntry) {
        purchaseDate = entry.purchaseDate
        originalPurchaseDate = entry.originalPurchaseDate
        expirationDate = entry.expirationDate
    }

    private mutating func setTerms(of entry: LedgerEntry) {
        productType = entry.kind.map(ProductType.init)
        quantity = Int64(entry.quantity)
        multiSeatInfo = entry.seats.map(MultiSeatInfo.init)
        additionalTransactionReason = entry.seats?.isAddition == true ? .seatAddition : nil
        ownershipType = OwnershipType(entry.ownership)
        reason = entry.isRenewal ? .renewal : .purchase
        priceInMilliunits = entry.documentPrice?.milliunits
        currency = entry.currencyCode
        billingPlanType = entry.billingPlan.map(BillingPlanType.init)
        commitment = entry.commitment.map(Commitment.init)
        if entry.isFamilyShared { commitment?.priceInMilliunits = nil }
        storefront = entry.storefront
        storefrontIdentifier = StorefrontCountry(code: entry.storefront)?.identifier
        offerType = entry.offer?.type
        offerIdentifier = entry.offer?.identifier
        isUpgraded = entry.isUpgraded ? true : nil
    }

    private mutating func setRevocation(of entry: LedgerEntry) {
        guard entry.revocationDate != nil else { return }
        revocationDate = entry.revocationDate
        revocationReason = RevocationReason(rawValue: Int64(entry.revocationReason?.rawValue ?? 0))
        revocationType = RevocationType(entry.ownership)
        revocationPercentage = entry.isShared ? nil : 100_000
    }
}

extension LedgerEntry {
    /// The amount that was charged, or the average of seats; `nil` for a customer who pays nothing.
    fileprivate var documentPrice: Decimal? {
        guard !isShared else { return nil }
        return seats == nil ? amountCharged : price
    }
}

extension TransactionPayload.OwnershipType {
    fileprivate init(_ ownership: LedgerEntry.Ownership) {
        switch ownership {
        case .purchased: self = .purchased
        case .familyShared: self = .familyShared
        case .assigned: self = .assigned
        }
    }
}

extension TransactionPayload.RevocationType {
    fileprivate init(_ ownership: LedgerEntry.Ownership) {
        switch ownership {
        case .purchased: self = .fullRefund
        case .familyShared: self = .familyRevoke
        case .assigned: self = .assignmentRevoke
        }
    }
}

extension TransactionPayload.MultiSeatInfo {
    fileprivate init(_ seats: Seats) {
        self.init()
        invitationManagement = .init(rawValue: seats.invitationManagement.rawValue)
        priceTiers = seats.priceTiers.map(MultiSeatPriceTier.init)
        revokedSeatQuantity = seats.revokedQuantity == 0 ? nil : Int64(seats.revokedQuantity)
    }
}

extension MultiSeatPriceTier {
    init(_ tier: SeatPriceTier) {
        self.init()
        priceInMilliunits = tier.price.milliunits
        quantity = Int64(tier.quantity)
    }
}

extension TransactionPayload.ProductType {
    fileprivate init(_ kind: CatalogProduct.Kind) {
        switch kind {
        case .consumable: self = .consumable
        case .nonConsumable: self = .nonConsumable
        case .nonRenewingSubscription: self = .nonRenewingSubscription
        case .autoRenewableSubscription: self = .autoRenewableSubscription
        }
    }
}

extension BillingPlanType {
    fileprivate init(_ plan: BillingPlan) {
        self.init(rawValue: plan.rawValue)
    }
}

extension TransactionPayload.Commitment {
    fileprivate init(_ commitment: Commitment) {
        self.init()
        billingPeriodNumber = Int64(commitment.periodNumber)
        totalBillingPeriods = Int64(commitment.periodCount)
        expirationDate = commitment.expirationDate
        priceInMilliunits = commitment.price.milliunits
    }
}

extension RenewalInfoPayload {
    /// Makes the values that don't depend on the app and the catalog.
    package init(_ subscription: CustomerSubscription, _ entry: LedgerEntry) {
        self.init()
        originalTransactionIdentifier = String(subscription.id)
        appTransactionIdentifier = Customer.appTransactionIdentifier(of: entry.customerID)
        productIdentifier = subscription.productID
        renewalProductIdentifier = subscription.nextProductID
        renewalBillingPlanType = BillingPlanType(subscription.nextPlan)
        appAccountToken = entry.accountToken
        recentSubscriptionStartDate = subscription.startDate
        renewalDate = subscription.expirationDate
        willAutoRenew = subscription.renewsNextPeriod
        renewalQuantity = subscription.nextSeatCount.map(Int64.init)
        currency = entry.currencyCode
        offerType = subscription.renewalOffers.first?.offer.type
        offerIdentifier = subscription.renewalOffers.first?.offer.identifier
        setCommitment(of: subscription)
        setEnd(of: subscription)
    }

    /// The payload's offer is for the renewal at the end of the commitment.
    private mutating func setCommitment(of subscription: CustomerSubscription) {
        guard let present = subscription.commitment else { return }
        var renewal = Commitment()
        renewal.renewalProductIdentifier = subscription.renewalProductID
        renewal.willAutoRenew = subscription.isAutoRenewEnabled
        renewal.renewalBillingPlanType = BillingPlanType(subscription.renewalPlan)
        renewal.renewalDate = present.expirationDate
        commitment = renewal
        guard subscription.isWithinCommitment else { return }
        renewalPriceInMilliunits = present.paymentPrice.milliunits
    }

    private mutating func setEnd(of subscription: CustomerSubscription) {
        gracePeriodExpirationDate = subscription.billingIssue?.gracePeriodEnd
        isInBillingRetryPeriod = subscription.isInBillingRetryPeriod
        expirationReason = subscription.expirationIntent.map {
            ExpirationReason(rawValue: Int64($0.rawValue))
        }
        priceIncreaseStatus =
            switch subscription.priceConsent {
            case .pending: .pending
            case .agreed: .agreed
            // The customer has responded, and will not pay the price.
            case .declined, nil: nil
            }
    }
}

extension AppTransactionPayload {
    package init(of customerID: Customer.ID, in context: DocumentContext) {
        self.init()
        bundleIdentifier = context.app.bundleIdentifier
        appAppleIdentifier = context.appAppleIdentifier
        appTransactionIdentifier = Customer.appTransactionIdentifier(of: customerID)
        environment = context.environment
        appVersion = context.app.version
        versionExternalIdentifier = 0
        originalAppVersion = context.settings.isProduction ? context.app.version : "1.0"
        originalPlatform = .iOS
        originalPurchaseDate = ReceiptContentBuilder.sandboxPurchaseDate
        creationDate = context.date
    }
}

extension Customer {
    /// The identifier of a customer's download of the app.
    package static func appTransactionIdentifier(of id: Customer.ID) -> String {
        String(appTransactionBase + id)
    }

    /// The customer of an app's download identifier; `nil` for all other strings.
    package static func identifier(ofAppTransaction identifier: String) -> Int64? {
        guard let number = Int64(identifier), number > appTransactionBase else { return nil }
        let id = number - appTransactionBase
        return appTransactionIdentifier(of: id) == identifier ? id : nil
    }

    /// Far above all identifiers of transactions.
    private static let appTransactionBase: Int64 = 700_000_000_000_000_000
}
