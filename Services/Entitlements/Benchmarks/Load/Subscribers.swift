import Foundation
import LocalAppStore
import TestCluster

/// Subscribers of a local store who join within a month, and live a year after it.
///
/// A seed determines their actions, and the store the consequences. Time advances in steps in which
/// about fifty notifications become due.
struct Subscribers {
    static let months = 13
    private static let month: TimeInterval = 365.25 / 12 * 86_400
    private static let day: TimeInterval = 86_400

    private enum Action {
        case subscribe
        /// Looks up the end of the period, to fail the renewal then.
        case loseCard
        case failToPay
        case pay
        case cancel
        /// Turns auto-renew on again, or subscribes again.
        case comeBack
        case refund
    }

    private struct Plan {
        let subscriber: Int
        let action: Action
    }

    private let store: Store
    private let start: Date
    private let stepLength: TimeInterval
    private var plans: [[Plan]]
    private var random: SplitMix64

    init(_ count: Int, of store: Store, seed: UInt64) {
        self.store = store
        start = store.clock.now
        let stepCount = Self.months * max(count / 50, 10)
        let length = Double(Self.months) * Self.month
        stepLength = (length / Double(stepCount)).rounded(.down)
        plans = Array(repeating: [], count: stepCount)
        random = SplitMix64(seed: seed)
        for subscriber in 1...count {
            let joining = stepCount / Self.months * (subscriber - 1) / count
            plans[joining].append(Plan(subscriber: subscriber, action: .subscribe))
        }
    }

    var steps: Range<Int> { plans.indices }

    /// The store's date.
    var now: Date { store.clock.now }

    /// The month of a step, from 0 on.
    func month(of step: Int) -> Int { step * Self.months / plans.count }

    /// The store of a subscriber.
    func store(of subscriber: Int) throws -> Store {
        try store.customers.acting(addingIfNeeded: "Subscriber \(subscriber)")
    }

    /// Performs the planned actions of a step, and advances the store's time by it.
    mutating func live(_ step: Int) throws {
        var failing: [Int] = []
        // A plan may add another one to the step.
        var position = 0
        while position < plans[step].count {
            let plan = plans[step][position]
            position += 1
            if plan.action == .failToPay {
                failing.append(plan.subscriber)
            } else {
                try perform(plan, in: step)
            }
        }
        plans[step] = []
        try fail(failing, in: step)
        try store.time.advance(to: start + Double(step + 1) * stepLength)
    }

    private mutating func perform(_ plan: Plan, in step: Int) throws {
        let store = try self.store(of: plan.subscriber)
        guard let subscription = try store.subscriptions.all().last else {
            try buy(plan.subscriber, in: store)
            return planYear(of: plan.subscriber, from: step)
        }
        let (id, status) = (subscription.entryID, subscription.status)
        switch plan.action {
        case .loseCard where status == .subscribed && subscription.isAutoRenewEnabled:
            let wait = subscription.expirationDate.timeIntervalSince(start) - 1
            add(.failToPay, of: plan.subscriber, to: max(Int(wait / stepLength), step))
        case .pay where status == .inGracePeriod || status == .inBillingRetryPeriod:
            try store.resolveIssue(id)
        case .cancel where status == .subscribed && subscription.isAutoRenewEnabled:
            try store.subscriptions.setAutoRenew(false, of: id)
            if random.chance(0.4) { add(.comeBack, of: plan.subscriber, after: 5...60, step) }
        case .comeBack where status == .subscribed && !subscription.isAutoRenewEnabled:
            try store.subscriptions.setAutoRenew(true, of: id)
        case .comeBack where status == .expired || status == .revoked:
            try buy(plan.subscriber, in: store)
        case .refund where status == .subscribed:
            try store.refunds.refund(id)
            if random.chance(0.5) { add(.comeBack, of: plan.subscriber, after: 5...60, step) }
        default: break
        }
    }

    private func buy(_ subscriber: Int, in store: Store) throws {
        let entry = try store.pay(
            PaymentRequest(
                productID: NotificationSigner.product,
                applicationUsername: SubscriptionEvent.account(of: subscriber).uuidString
            )
        )
        if let failure = entry.failure {
            throw StoreError.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
        }
    }

    /// Makes renewals fail now.
    ///
    /// Most recover in the grace period of 16 days, some in the 60 days of billing retry, and the
    /// rest expire.
    private mutating func fail(_ subscribers: [Int], in step: Int) throws {
        guard !subscribers.isEmpty else { return }
        try store.updateSettings { $0.failsRenewals = true }
        for subscriber in subscribers {
            let store = try self.store(of: subscriber)
            guard let subscription = try store.subscriptions.all().last,
                subscription.status == .subscribed, subscription.isAutoRenewEnabled
            else { continue }
            try store.subscriptions.forceRenewal(of: subscription.id)
            let share = Int.random(in: 0..<100, using: &random)
            if share < 75 {
                add(.pay, of: subscriber, after: 1...15, step)
            } else if share < 85 {
                add(.pay, of: subscriber, after: 17...55, step)
            }
        }
        try store.updateSettings { $0.failsRenewals = false }
    }

    // MARK: Plans

    /// Draws the actions for each of the twelve periods.
    private mutating func planYear(of subscriber: Int, from step: Int) {
        for month in 0..<12 {
            let action: Action
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<6: action = .loseCard
            case 6..<12: action = .cancel
            case 12..<14: action = .refund
            default: continue
            }
            let time = (Double(month) + .random(in: 0..<1, using: &random)) * Self.month
            add(action, of: subscriber, to: step + Int(time / stepLength))
        }
    }

    private mutating func add(
        _ action: Action,
        of subscriber: Int,
        after days: ClosedRange<Double>,
        _ step: Int
    ) {
        let wait = Double.random(in: days, using: &random) * Self.day
        add(action, of: subscriber, to: step + max(Int(wait / stepLength), 1))
    }

    private mutating func add(_ action: Action, of subscriber: Int, to step: Int) {
        guard plans.indices.contains(step) else { return }
        plans[step].append(Plan(subscriber: subscriber, action: action))
    }
}
