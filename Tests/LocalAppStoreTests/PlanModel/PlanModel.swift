import Foundation

@testable import LocalAppStore

/// A subscription in a group whose yearly products can be paid by the month: a second description
/// of the rules, written from Apple's documentation and the article *Seats and plans*.
struct PlanModel {
    struct Product {
        let id: String
        let level: Int
        let months: Int
        let price: Decimal
        /// The price of a month with a commitment to a year.
        let monthlyPrice: Decimal?
    }

    static let products = [
        Product(id: "best", level: 1, months: 12, price: 200, monthlyPrice: 20),
        Product(id: "year", level: 2, months: 12, price: 100, monthlyPrice: 9.99),
        Product(id: "month", level: 3, months: 1, price: 5, monthlyPrice: nil),
    ]

    /// A product, paid at once or by the month.
    struct Choice: Equatable {
        let product: String
        let isMonthly: Bool
    }

    struct Period {
        let choice: Choice
        let start: Date
        let end: Date
        let price: Decimal
        /// The number of the payment of a commitment, from 1 on; 0 for one that is paid at once.
        var payment = 0
        var commitmentEnd: Date?
        let isRenewal: Bool
        /// How months were counted to the end of the period.
        let count: Count
        var prorated: Decimal = 0
        var upgraded = false
        var revoked: Date?
    }

    /// The date from which months are counted, and how many were.
    struct Count: Equatable {
        var from: Date
        var months = 0
        /// The months of a period.
        var length: Int
        var day: Int

        func date(after months: Int) -> Date {
            ModelLength(SubscriptionPeriod(value: months, unit: .month)).added(to: from, day: day)
        }
    }

    enum State {
        case never, active
        case grace(Date)
        case retry(until: Date)
        case ended(Int)
        case revoked
    }

    var state = State.never
    var periods: [Period] = []
    /// Whether the subscription goes on after the period, or after the commitment.
    var renews = false
    var next = Choice(product: "", isMonthly: false)
    var isConsentMissing = false
    var failsRenewals = false
    var hasGracePeriod = false

    static func product(_ id: String) -> Product? { products.first { $0.id == id } }

    var isSubscribed: Bool {
        switch state {
        case .active, .grace: true
        case .never, .retry, .ended, .revoked: false
        }
    }

    /// Whether another payment of the commitment follows the present one.
    var isWithinCommitment: Bool {
        guard let last = periods.last, last.payment > 0 else { return false }
        return last.payment < 12
    }

    /// The product and plan that are paid for at the end of the present period.
    var upcoming: Choice? { isWithinCommitment ? periods.last?.choice : next }
}

// Due events.
extension PlanModel {
    var due: Date? {
        switch state {
        case .never, .ended, .revoked: nil
        case .active: periods.last?.end
        case .grace(let end), .retry(let end): end
        }
    }

    mutating func settle() -> [String] {
        switch state {
        case .never, .ended, .revoked: return []
        case .retry: return end(2, "BILLING_RETRY")
        case .grace:
            guard let last = periods.last else { return [] }
            state = .retry(until: last.end + 60 * 86_400)
            return ["GRACE_PERIOD_EXPIRED"]
        case .active: break
        }
        guard let last = periods.last, let upcoming else { return [] }
        if !isWithinCommitment {
            if !renews { return end(1, "VOLUNTARY") }
            if isConsentMissing { return end(3, "PRICE_INCREASE") }
        }
        guard failsRenewals else {
            renew(from: last.end)
            return ["DID_RENEW"]
        }
        if upcoming.isMonthly {
            // Neither a grace period nor the 60 days of other subscriptions.
            state = .retry(until: last.end + 90 * 86_400)
        } else if hasGracePeriod {
            state = .grace(last.end + 16 * 86_400)
            return ["DID_FAIL_TO_RENEW.GRACE_PERIOD"]
        } else {
            state = .retry(until: last.end + 60 * 86_400)
        }
        return ["DID_FAIL_TO_RENEW"]
    }

    private mutating func end(_ reason: Int, _ subtype: String) -> [String] {
        state = .ended(reason)
        renews = false
        return ["EXPIRED.\(subtype)"]
    }

    private mutating func renew(from start: Date) {
        guard let last = periods.last, let upcoming else { return }
        add(upcoming, from: start, after: last)
        state = .active
    }

    /// Adds the period that follows another one, or the first one.
    mutating func add(_ choice: Choice, from start: Date, after last: Period?) {
        guard let product = Self.product(choice.product) else { return }
        let length = choice.isMonthly ? 1 : product.months
        var count = Count(from: start, length: length, day: ModelLength.day(of: start))
        if let last, last.end == start {
            count.day = last.count.day
            if last.count.length == length { count = last.count }
        }
        count.months += length
        var period = Period(
            choice: choice,
            start: start,
            end: count.date(after: count.months),
            price: choice.isMonthly ? product.monthlyPrice ?? 0 : product.price,
            isRenewal: last != nil,
            count: count
        )
        if choice.isMonthly {
            let goesOn = last.map { $0.payment > 0 && $0.payment < 12 } ?? false
            period.payment = goesOn ? (last?.payment ?? 0) + 1 : 1
            period.commitmentEnd = count.date(after: count.months + 12 - period.payment)
        }
        if period.payment <= 1 {
            // The choice for the time after the commitment begins with it.
            (next, isConsentMissing) = (choice, false)
        }
        periods.append(period)
    }
}

// Actions of customer, developer and App Store.
extension PlanModel {
    mutating func buy(_ choice: Choice, at date: Date) -> [String] {
        guard let product = Self.product(choice.product),
            !choice.isMonthly || product.monthlyPrice != nil
        else { return [] }
        // No two periods begin in the same second.
        let date = max(date, periods.map { $0.start + 1 }.max() ?? date)
        guard isSubscribed, let last = periods.last,
            let old = Self.product(last.choice.product)
        else {
            let event = periods.isEmpty ? "INITIAL_BUY" : "RESUBSCRIBE"
            begin(choice, at: date)
            return ["SUBSCRIBED.\(event)"]
        }
        if product.level < old.level {
            replace(at: date)
            begin(choice, at: date)
            return ["DID_CHANGE_RENEWAL_PREF.UPGRADE"]
        }
        return choose(choice, present: last.choice)
    }

    private mutating func begin(_ choice: Choice, at date: Date) {
        (state, renews) = (.active, true)
        add(choice, from: date, after: nil)
    }

    /// Ends the present period for an upgrade, and refunds the rest of it.
    private mutating func replace(at date: Date) {
        let index = periods.count - 1
        let old = periods[index]
        let length = Decimal(old.end.timeIntervalSince(old.start))
        let rest = Decimal(max(0, old.end.timeIntervalSince(date)))
        var exact = old.price * rest / length
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 2, .down)
        periods[index].prorated = date <= old.start + 1 ? old.price : rounded
        periods[index].upgraded = true
    }

    /// Chooses what follows the present period, or the commitment.
    private mutating func choose(_ choice: Choice, present: Choice) -> [String] {
        guard next != choice || !renews else { return [] }
        var events: [String] = []
        if next != choice {
            events.append("DID_CHANGE_RENEWAL_PREF" + (choice == present ? "" : ".DOWNGRADE"))
        }
        if !renews { events.append("DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED") }
        (next, renews, isConsentMissing) = (choice, true, false)
        return events
    }

    mutating func setAutoRenew(_ isOn: Bool) -> [String] {
        guard isOn != renews, due != nil else { return [] }
        switch state {
        case .never, .ended, .revoked: return []
        case .active: break
        case .grace, .retry:
            // Within a commitment the customer owes the payment.
            guard isWithinCommitment else {
                return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"] + end(1, "VOLUNTARY")
            }
        }
        renews = isOn
        return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_" + (isOn ? "ENABLED" : "DISABLED")]
    }

    mutating func collectPayment(at date: Date) -> [String] {
        switch state {
        case .never, .active, .ended, .revoked: return []
        case .grace: renew(from: periods.last?.end ?? date)
        case .retry: renew(from: max(date, periods.map { $0.start + 1 }.max() ?? date))
        }
        return ["DID_RENEW.BILLING_RECOVERY"]
    }

    /// Refunds a payment; that of the present period ends the commitment.
    mutating func refund(_ index: Int, at date: Date) -> [String] {
        guard periods.indices.contains(index), periods[index].revoked == nil else { return [] }
        periods[index].revoked = max(date, periods[index].start)
        if index == periods.count - 1 {
            (state, renews) = (.revoked, false)
            next = periods[index].choice
        }
        return ["REFUND"]
    }

    mutating func askForConsent() -> [String] {
        guard due != nil, !isConsentMissing else { return [] }
        isConsentMissing = true
        return ["PRICE_INCREASE.PENDING"]
    }

    mutating func agree() -> [String] {
        guard due != nil, isConsentMissing else { return [] }
        isConsentMissing = false
        return ["PRICE_INCREASE.ACCEPTED"]
    }
}
