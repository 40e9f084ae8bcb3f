import AppReceipt
import Foundation

@testable import LocalAppStore

/// A customer of the model: a ``SubscriptionModel`` for each group, settled in the order of dates.
struct ModelCustomer {
    private let plans: [ModelPlan]
    private let groupIDs: [String]
    private(set) var groups: [String: SubscriptionModel]
    /// The groups in the order of their first purchase, which is that of simultaneous events.
    private var order: [String] = []
    /// The group and the number of each period, in the order in which they were paid for.
    private(set) var payments: [(group: String, index: Int)] = []
    private(set) var notifications: [String] = []
    private var billing = SubscriptionModel.Billing()

    init(_ catalog: Catalog) {
        plans = catalog.products.compactMap { ModelPlan($0) }
        groupIDs = Set(plans.map(\.group)).sorted()
        groups = Dictionary(grouping: plans, by: \.group).mapValues { SubscriptionModel(plans: $0) }
    }

    func plan(_ number: Int) -> ModelPlan { plans[number % plans.count] }
    func groupID(_ number: Int) -> String { groupIDs[number % groupIDs.count] }

    /// Lives through a step, after which it is a date.
    mutating func run(_ step: ModelHistory.Step, at date: Date) {
        switch step {
        case .buy(let number):
            let plan = plan(number)
            if !order.contains(plan.group) { order.append(plan.group) }
            change(plan.group) { $0.buy(plan.id, at: date) }
        case .advance: settle(until: date)
        case .setAutoRenew(let isOn, let group): change(groupID(group)) { $0.setAutoRenew(isOn) }
        case .failRenewals(let flag): billing.fails = flag
        case .allowGracePeriods(let flag): billing.hasGracePeriod = flag
        case .collectPayment(let group): change(groupID(group)) { $0.collectPayment(at: date) }
        case .refund(let number): changePayment(number) { $0.refund($1) }
        case .askForConsent(let group): change(groupID(group)) { $0.askForConsent() }
        case .agree(let group): change(groupID(group)) { $0.agree() }
        case .decline(let group): change(groupID(group)) { $0.decline() }
        }
    }

    private mutating func settle(until date: Date) {
        while let (group, _) = order.compactMap({ group in groups[group]?.due.map { (group, $0) } })
            .filter({ $0.1 <= date }).min(by: { $0.1 < $1.1 })
        {
            change(group) { [billing] in [$0.settle(billing)] }
        }
    }

    private mutating func changePayment(
        _ number: Int,
        _ body: (inout SubscriptionModel, Int) -> [String]
    ) {
        guard !payments.isEmpty else { return }
        let payment = payments[number % payments.count]
        change(payment.group) { body(&$0, payment.index) }
    }

    private mutating func change(
        _ group: String,
        _ body: (inout SubscriptionModel) -> [String]
    ) {
        guard var model = groups[group] else { return }
        let before = model.periods.count
        notifications += body(&model)
        payments += (before..<model.periods.count).map { (group, $0) }
        groups[group] = model
    }
}

/// What is compared of store and model, as text.
struct ModelView: Equatable, CustomStringConvertible {
    private var periods: [String] = []
    private var subscriptions: [String] = []
    private var notifications: [String] = []

    var description: String {
        (periods + subscriptions + notifications.suffix(6)).map { "    " + $0 }
            .joined(separator: "\n")
    }

    init(_ store: Store) throws {
        periods = try store.entries().filter { $0.state == .purchased && $0.isSubscription }.map {
            let marks = [
                $0.revocationDate != nil ? "refunded" : nil, $0.isUpgraded ? "replaced" : nil,
                $0.offer == .introductory ? "offer" : nil,
            ]
            return Self.period(
                $0.productID,
                $0.purchaseDate,
                $0.expirationDate,
                $0.amountCharged,
                $0.amountRefunded,
                marks
            )
        }
        subscriptions = try store.subscriptions().map {
            let state = "\($0.status) \($0.expirationReason.map { "\($0.rawValue)" } ?? "-")"
            let grace = $0.billingIssue?.gracePeriodEnd.map(Self.date) ?? "-"
            return "\($0.groupID) \(state) \(grace) \($0.isAutoRenewEnabled) \($0.productID) "
                + ($0.isAutoRenewEnabled ? $0.renewalProductID : "-")
        }.sorted()
        notifications = try store.notificationHistory(limit: .max).map(\.notification).map {
            $0.type.rawValue + ($0.subtype.map { ".\($0.rawValue)" } ?? "")
        }
    }

    init(_ model: ModelCustomer) {
        periods = model.payments.compactMap { payment in
            guard let period = model.groups[payment.group]?.periods[payment.index] else {
                return nil
            }
            let marks = [
                period.isRevoked ? "refunded" : nil, period.isUpgraded ? "replaced" : nil,
                period.isIntroductory ? "offer" : nil,
            ]
            return Self.period(
                period.product,
                period.start,
                period.end,
                period.charged,
                period.refunded,
                marks
            )
        }
        subscriptions = model.groups.compactMap { id, group in
            var (grace, reason) = ("-", "-")
            let status: CustomerSubscription.Status
            switch group.state {
            case .never: return nil
            case .active: status = .subscribed
            case .grace(let until): (status, grace) = (.inGracePeriod, Self.date(until))
            case .retry: status = .inBillingRetryPeriod
            case .ended(let number): (status, reason) = (.expired, "\(number)")
            case .revoked: (status, reason) = (.revoked, "5")
            }
            return "\(id) \(status) \(reason) \(grace) \(group.autoRenews) \(group.product) "
                + (group.autoRenews ? group.next : "-")
        }.sorted()
        notifications = model.notifications
    }

    private static func period(
        _ product: String,
        _ start: Date,
        _ end: Date?,
        _ charged: Decimal,
        _ refunded: Decimal,
        _ marks: [String?]
    ) -> String {
        "\(product) \(date(start)) \(end.map(date) ?? "-") \(charged) \(refunded) "
            + marks.compactMap { $0 }.joined(separator: " ")
    }

    private static func date(_ date: Date) -> String { date.ISO8601Format() }
}
