import Foundation

@testable import LocalAppStore

/// What a customer has of one subscription group: a second description of the rules, written from
/// the articles *Renewing subscriptions* and *Notifications*, and not from the store's code.
///
/// It has one customer, and no offers but introductory ones. Refunds are not taken back.
struct SubscriptionModel {
    /// A period that was paid for.
    struct Period: Equatable {
        let product: String
        let start: Date
        let end: Date
        let charged: Decimal
        /// What an upgrade refunded of it.
        var prorated: Decimal = 0
        var isRevoked = false
        var isUpgraded = false
        var isIntroductory = false

        var refunded: Decimal { isRevoked ? charged : prorated }
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
    private(set) var state = State.never
    private(set) var periods: [Period] = []
    private(set) var autoRenews = false
    /// The product of the next renewal.
    private(set) var next = ""
    private(set) var consent = Consent.none
    private var hadOffer = false
    private var offersLeft = 0
    /// The date from which periods are counted, how many were, how long they are, and the day of
    /// the month on which they end.
    private var count = (from: Date.distantPast, periods: 0, length: ModelLength(days: 0), day: 1)
    private var retryEnd = Date.distantPast

    init(plans: [ModelPlan]) { self.plans = plans }

    var product: String { periods.last?.product ?? "" }
    private var end: Date { periods.last?.end ?? .distantPast }
    private func plan(_ id: String) -> ModelPlan? { plans.first { $0.id == id } }
}

// What a customer buys.
extension SubscriptionModel {
    /// How a product stands to the present one.
    private enum Relation { case same, now, later }

    private func relation(of id: String) -> Relation {
        guard id != product, let new = plan(id), let old = plan(product) else { return .same }
        if new.level != old.level { return new.level < old.level ? .now : .later }
        return new.length == old.length ? .now : .later
    }

    /// Buys a product; returns the notifications.
    mutating func buy(_ id: String, at date: Date) -> [String] {
        switch (state, relation(of: id)) {
        case (.never, _):
            begin(id, at: date)
            return ["SUBSCRIBED.INITIAL_BUY"]
        case (.ended, _), (.revoked, _), (.retry, _):
            begin(id, at: date)
            return ["SUBSCRIBED.RESUBSCRIBE"]
        case (_, .now):
            return replace(with: id, at: date)
        case (_, .same):
            return keep()
        case (_, .later):
            return choose(id)
        }
    }

    private mutating func begin(_ id: String, at date: Date) {
        guard let plan = plan(id) else { return }
        state = .active
        autoRenews = true
        next = id
        consent = .none
        offersLeft = 0
        guard let offer = plan.offer, !hadOffer else { return beginRegular(plan, at: date) }
        hadOffer = true
        let isWhole = offer.paymentMode != .payAsYouGo
        let length = ModelLength(offer.period).times(isWhole ? offer.numberOfPeriods : 1)
        offersLeft = isWhole ? 0 : offer.numberOfPeriods - 1
        let isFree = offer.paymentMode == .freeTrial
        let end = length.added(to: date)
        add(plan, from: date, to: end, for: isFree ? 0 : offer.price, isIntroductory: true)
        // The customer begins to pay with an offer that costs something, or after a free one.
        count =
            isFree
            ? (end, 0, plan.length, ModelLength.day(of: end))
            : (date, 1, length, ModelLength.day(of: date))
    }

    private mutating func beginRegular(_ plan: ModelPlan, at date: Date) {
        count = (date, 1, plan.length, ModelLength.day(of: date))
        add(plan, from: date, to: plan.length.added(to: date), for: plan.price)
    }

    private mutating func add(
        _ plan: ModelPlan,
        from start: Date,
        to end: Date,
        for price: Decimal,
        isIntroductory: Bool = false
    ) {
        periods.append(
            Period(
                product: plan.id,
                start: start,
                end: end,
                charged: price,
                isIntroductory: isIntroductory
            )
        )
    }

    /// An upgrade, or a crossgrade to the same duration: at once, with a refund of the rest.
    private mutating func replace(with id: String, at date: Date) -> [String] {
        let last = periods.count - 1
        let old = periods[last]
        if date < old.end {
            let rest = Decimal(old.end.timeIntervalSince(date))
            var exact = old.charged * rest / Decimal(old.end.timeIntervalSince(old.start))
            var rounded = Decimal()
            NSDecimalRound(&rounded, &exact, 2, .down)
            periods[last].prorated = rounded
        }
        periods[last].isUpgraded = true
        begin(id, at: date)
        return ["DID_CHANGE_RENEWAL_PREF.UPGRADE"]
    }

    /// Buying the present product takes back a change, and turns auto-renew on.
    private mutating func keep() -> [String] {
        var events: [String] = []
        if next != product {
            events.append("DID_CHANGE_RENEWAL_PREF")
        }
        if !autoRenews { events.append("DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED") }
        // Whoever buys the product agrees to its price.
        if !events.isEmpty { (next, autoRenews, consent) = (product, true, .none) }
        return events
    }

    /// A downgrade, or a crossgrade to another duration: with the next renewal.
    private mutating func choose(_ id: String) -> [String] {
        guard next != id || !autoRenews else { return [] }
        var events: [String] = []
        if next != id { events.append("DID_CHANGE_RENEWAL_PREF.DOWNGRADE") }
        if !autoRenews { events.append("DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED") }
        // The price that the customer was asked about was that of the former product.
        (next, autoRenews, consent) = (id, true, .none)
        return events
    }
}

// What is due.
extension SubscriptionModel {
    /// The date of the next event by itself.
    var due: Date? {
        switch state {
        case .never, .ended, .revoked: nil
        case .active: end
        case .grace(let until): until
        case .retry: retryEnd
        }
    }

    /// What is true of the payment when an event is due.
    struct Billing {
        var fails = false
        var hasGracePeriod = false
    }

    /// Lets the next event happen; returns its notification.
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
            if consent == .pending || consent == .declined { return end(3, "PRICE_INCREASE") }
            if !autoRenews { return end(1, "VOLUNTARY") }
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
        let isOffer = offersLeft > 0 && next == product
        let offer = isOffer ? plan.offer : nil
        let length = offer.map { ModelLength($0.period) } ?? plan.length
        if count.length != length {
            // Days have no day of the month that months could keep.
            let day = count.length.months > 0 ? count.day : ModelLength.day(of: start)
            count = (start, 0, length, day)
        }
        count.periods += 1
        let end = length.times(count.periods).added(to: count.from, day: count.day)
        offersLeft = isOffer ? offersLeft - 1 : 0
        add(
            plan,
            from: start,
            to: end,
            for: offer?.price ?? plan.price,
            isIntroductory: isOffer
        )
        state = .active
        consent = .none
        return "DID_RENEW"
    }
}

// What customer, developer and App Store do.
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
        switch state {
        case .grace:
            _ = renew(from: end)
        case .retry:
            count = (date, 0, ModelLength(days: 0), ModelLength.day(of: date))
            _ = renew(from: date)
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

    mutating func refund(_ index: Int) -> [String] {
        guard periods.indices.contains(index), !periods[index].isRevoked else { return [] }
        periods[index].isRevoked = true
        if index == periods.count - 1 {
            state = .revoked
            autoRenews = false
        }
        return ["REFUND"]
    }
}
