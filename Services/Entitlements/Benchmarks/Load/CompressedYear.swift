import AppReceipt
import Foundation

/// The lives of subscribers: each month most renew, some cannot pay and get a grace period, some
/// of those recover, some cancel and come back, and a few get a refund.
struct CompressedYear {
    /// What comes next for a subscriber.
    private enum Step {
        case renewal
        case graceEnd
        case refund
        case comeback
    }

    private struct Plan {
        let subscriber: Int
        /// The number of the period that begins if all goes well.
        let period: Int
        let step: Step
        let periodEnd: Int
    }

    private let month: Int
    private let start: Date
    /// What happens in each second.
    private var calendar: [Int: [Plan]] = [:]
    private var random = SystemRandomNumberGenerator()

    init(subscribers: Int, month: Int, start: Date) {
        self.month = month
        self.start = start
        for subscriber in 1...subscribers {
            let second = subscriber % month
            plan(subscriber, 1, .renewal, in: second, until: second + day)
        }
    }

    private var day: Int { max(month / 30, 1) }

    private mutating func plan(
        _ subscriber: Int,
        _ period: Int,
        _ step: Step,
        in second: Int,
        until periodEnd: Int
    ) {
        calendar[second, default: []].append(
            Plan(subscriber: subscriber, period: period, step: step, periodEnd: periodEnd)
        )
    }

    /// The events of a second, in any order.
    ///
    /// Seconds are asked for one after the other.
    mutating func events(in second: Int) -> [SubscriptionEvent] {
        let plans = (calendar.removeValue(forKey: second) ?? []).shuffled(using: &random)
        return plans.map { event($0, in: second) }
    }

    private mutating func event(_ plan: Plan, in second: Int) -> SubscriptionEvent {
        let percent = Int.random(in: 0..<100, using: &random)
        switch plan.step {
        case .renewal where percent < 88: return renew(plan, nil, in: second)
        case .renewal where percent < 94: return fail(plan, in: second)
        case .renewal: return cancel(plan, in: second)
        case .graceEnd where percent < 60: return renew(plan, .billingRecovery, in: second)
        case .graceEnd: return expire(plan, .billingRetry, in: second)
        case .refund: return refund(plan, in: second)
        case .comeback: return subscribe(plan, in: second)
        }
    }

    // MARK: Events

    private mutating func renew(
        _ plan: Plan,
        _ subtype: NotificationPayload.Subtype?,
        in second: Int
    ) -> SubscriptionEvent {
        let end = max(plan.periodEnd, second) + month
        if Int.random(in: 0..<100, using: &random) < 2 {
            self.plan(plan.subscriber, plan.period, .refund, in: second + day, until: end)
        } else {
            self.plan(plan.subscriber, plan.period + 1, .renewal, in: end - day, until: end)
        }
        return event(.didRenew, subtype, plan, in: second, from: end - month, until: end)
    }

    private mutating func fail(_ plan: Plan, in second: Int) -> SubscriptionEvent {
        let graceEnd = plan.periodEnd + 3 * day
        self.plan(plan.subscriber, plan.period, .graceEnd, in: graceEnd, until: plan.periodEnd)
        var event = event(.didFailToRenew, .gracePeriod, plan, in: second)
        event.period -= 1
        event.graceEnd = start + Double(graceEnd)
        event.isInBillingRetry = true
        return event
    }

    private mutating func cancel(_ plan: Plan, in second: Int) -> SubscriptionEvent {
        let expiry = plan.periodEnd + day
        self.plan(plan.subscriber, plan.period, .comeback, in: expiry + month / 4, until: expiry)
        var event = event(.didChangeRenewalStatus, .autoRenewDisabled, plan, in: second)
        event.period -= 1
        event.willAutoRenew = false
        return event
    }

    private mutating func expire(
        _ plan: Plan,
        _ subtype: NotificationPayload.Subtype,
        in second: Int
    ) -> SubscriptionEvent {
        self.plan(plan.subscriber, plan.period, .comeback, in: second + month / 4, until: second)
        var event = event(.expired, subtype, plan, in: second)
        event.period -= 1
        event.willAutoRenew = false
        return event
    }

    private mutating func refund(_ plan: Plan, in second: Int) -> SubscriptionEvent {
        self.plan(
            plan.subscriber,
            plan.period + 1,
            .comeback,
            in: second + month / 2,
            until: plan.periodEnd
        )
        var event = event(.refund, nil, plan, in: second)
        event.isRefunded = true
        return event
    }

    private mutating func subscribe(_ plan: Plan, in second: Int) -> SubscriptionEvent {
        let end = second + month
        self.plan(plan.subscriber, plan.period + 1, .renewal, in: end - day, until: end)
        return event(.subscribed, .resubscribe, plan, in: second, from: second, until: end)
    }

    private func event(
        _ type: NotificationPayload.NotificationType,
        _ subtype: NotificationPayload.Subtype?,
        _ plan: Plan,
        in second: Int,
        from periodStart: Int? = nil,
        until periodEnd: Int? = nil
    ) -> SubscriptionEvent {
        let end = periodEnd ?? plan.periodEnd
        return SubscriptionEvent(
            type: type,
            subtype: subtype,
            subscriber: plan.subscriber,
            period: plan.period,
            date: start + Double(second),
            periodStart: start + Double(periodStart ?? end - month),
            periodEnd: start + Double(end)
        )
    }
}
