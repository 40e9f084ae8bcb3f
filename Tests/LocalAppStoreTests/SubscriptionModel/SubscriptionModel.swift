import Foundation

@testable import LocalAppStore

/// A customer's subscription in one group: a second description of the rules, written from the
/// articles *Renewing subscriptions* and *Notifications*, and not from the store's code.
struct SubscriptionModel {
    /// A period that was paid for.
    struct Period: Equatable {
        let product: String
        let start: Date
        let end: Date
        let charged: Decimal
        let offer: ModelOffer?
        let isRenewal: Bool
        /// How periods are counted after this one.
        var count = Count()
        /// The amount that an upgrade refunded.
        var prorated: Decimal = 0
        var upgraded: Date?
        var revoked: Date?

        var refunded: Decimal { revoked == nil ? prorated : charged }

        /// The date until which the customer paid for it.
        var paidUntil: Date { min(end, upgraded ?? end, revoked ?? end) }
    }

    /// The date from which periods are counted, how many were, how long they are, and the day of
    /// the month on which they end.
    struct Count: Equatable {
        var from = Date.distantPast
        var periods = 0
        var length = ModelLength(days: 0)
        var day = 1
    }

    /// An offer, and how many renewals have it.
    struct Rest: Equatable {
        let offer: ModelOffer
        var renewals: Int
    }

    /// Where the subscription stands.
    enum State: Equatable {
        case never
        case active
        case grace(until: Date)
        case retry
        case ended(reason: Int)
        case revoked
    }

    enum Consent { case none, pending, agreed, declined }

    let plans: [ModelPlan]
    var state = State.never
    var periods: [Period] = []
    /// The number of the present period, or of the last one.
    var present = 0
    var autoRenews = false
    /// The product of the next renewal, and its offers.
    var next = ""
    var offers: [Rest] = []
    /// The offers for the present product, while the next renewal is to another one.
    var suspended: [Rest] = []
    var consent = Consent.none
    /// The products whose codes the customer redeemed.
    var redeemed: Set<String> = []
    var count = Count()
    var retryEnd = Date.distantPast
    var events = ModelEvents()

    init(plans: [ModelPlan]) { self.plans = plans }

    var product: String { periods.isEmpty ? "" : periods[present].product }
    var end: Date { periods.isEmpty ? .distantPast : periods[present].end }

    /// The earliest date at which another period begins.
    var firstStart: Date { periods.map { $0.start + 1 }.max() ?? .distantPast }

    func plan(_ id: String) -> ModelPlan? { plans.first { $0.id == id } }

    /// Adds the period that is present from now on.
    mutating func add(
        _ plan: ModelPlan,
        from start: Date,
        to end: Date,
        with offer: ModelOffer? = nil,
        isRenewal: Bool = false
    ) {
        periods.append(
            Period(
                product: plan.id,
                start: start,
                end: end,
                charged: offer.map { $0.isFree ? 0 : $0.price } ?? plan.price,
                offer: offer,
                isRenewal: isRenewal,
                count: count
            )
        )
        present = periods.count - 1
    }
}

// Due events.
extension SubscriptionModel {
    /// The date of the next scheduled event.
    var due: Date? {
        switch state {
        case .never, .ended, .revoked: nil
        case .active: end
        case .grace(let until): until
        case .retry: retryEnd
        }
    }

    /// The conditions of a payment at a due event.
    struct Billing {
        var fails = false
        var hasGracePeriod = false
    }

    /// Performs the next event; returns its notification.
    mutating func settle(_ billing: Billing) -> String {
        switch state {
        case .never, .ended, .revoked:
            return ""
        case .retry:
            return end(2, "BILLING_RETRY")
        case .grace:
            state = .retry
            return "GRACE_PERIOD_EXPIRED"
        case .active:
            if consent == .declined { return end(3, "PRICE_INCREASE") }
            if !autoRenews { return end(1, "VOLUNTARY") }
            if consent == .pending { return end(3, "PRICE_INCREASE") }
            guard billing.fails else { return renew(from: end) }
            retryEnd = end + 60 * 86_400
            guard billing.hasGracePeriod else {
                state = .retry
                return "DID_FAIL_TO_RENEW"
            }
            let isWeekly = plan(next)?.length.days == 7
            state = .grace(until: end + (isWeekly ? 6 : 16) * 86_400)
            return "DID_FAIL_TO_RENEW.GRACE_PERIOD"
        }
    }

    private mutating func end(_ reason: Int, _ subtype: String) -> String {
        state = .ended(reason: reason)
        autoRenews = false
        return "EXPIRED.\(subtype)"
    }

    private mutating func renew(from start: Date) -> String {
        guard let plan = plan(next) else { return "" }
        let offer = offers.first?.offer
        let length = offer?.length ?? plan.length
        // A customer pays nothing before the end of a free offer.
        let isBeforePayment = count.periods == 0 && offer?.isFree == true
        if count.length != length {
            // Days have no day of the month that months could keep.
            let day = count.length.months > 0 ? count.day : ModelLength.day(of: start)
            count = Count(from: start, length: length, day: day)
        }
        count.periods += 1
        let end = length.times(count.periods).added(to: count.from, day: count.day)
        if isBeforePayment { count = Count(from: end, day: ModelLength.day(of: end)) }
        if offer != nil {
            events.note(.renewalWithOffer)
            offers[0].renewals -= 1
            if offers[0].renewals == 0 { offers.removeFirst() }
        }
        add(plan, from: start, to: end, with: offer, isRenewal: true)
        suspended = []
        state = .active
        consent = .none
        return "DID_RENEW"
    }
}

// Actions of customer, developer and App Store.
extension SubscriptionModel {
    mutating func setAutoRenew(_ isOn: Bool) -> [String] {
        guard isOn != autoRenews else { return [] }
        switch state {
        case .never, .ended, .revoked:
            return []
        case .active:
            autoRenews = isOn
            return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_" + (isOn ? "ENABLED" : "DISABLED")]
        case .grace, .retry:
            return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", end(1, "VOLUNTARY")]
        }
    }

    /// Collects the payment for a failed renewal.
    mutating func collectPayment(at date: Date) -> [String] {
        if case .retry = state, !offers.isEmpty { events.note(.recoveryWithOffer) }
        switch state {
        case .grace:
            _ = renew(from: end)
        case .retry:
            let start = max(date, firstStart)
            count = Count(from: start, day: ModelLength.day(of: start))
            _ = renew(from: start)
        case .never, .active, .ended, .revoked:
            return []
        }
        return ["DID_RENEW.BILLING_RECOVERY"]
    }

    mutating func askForConsent() -> [String] {
        guard due != nil, consent != .pending else { return [] }
        consent = .pending
        return ["PRICE_INCREASE.PENDING"]
    }

    mutating func agree() -> [String] {
        guard consent == .pending, due != nil else { return [] }
        consent = .agreed
        return ["PRICE_INCREASE.ACCEPTED"]
    }

    mutating func decline() -> [String] {
        guard consent == .pending, due != nil else { return [] }
        consent = .declined
        guard autoRenews else { return [] }
        autoRenews = false
        return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"]
    }
}
