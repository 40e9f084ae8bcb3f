import Foundation

@testable import LocalAppStore

/// A customer of the model: a ``SubscriptionModel`` for each group, settled in the order of dates,
/// and a member of the family.
struct ModelCustomer {
    private let plans: [ModelPlan]
    /// The products that the file lets a family share.
    private var shareable: Set<String>
    private(set) var groups: [String: SubscriptionModel]
    /// The groups in the order of their first purchase, which is that of simultaneous events.
    private var order: [String] = []
    /// The group and the number of each period, in the order in which they were paid for.
    private var numbers: [(group: String, index: Int)] = []
    private(set) var notifications: [ModelNotification] = []
    private(set) var member = ModelMember()
    private var billing = SubscriptionModel.Billing()

    init(_ catalog: Catalog) {
        plans = catalog.products.compactMap { ModelPlan($0) }
        shareable = Set(catalog.products.filter(\.isFamilyShareable).map(\.id))
        groups = Dictionary(grouping: plans, by: \.group).mapValues { SubscriptionModel(plans: $0) }
    }

    func plan(_ number: Int) -> ModelPlan { plans[number % plans.count] }
    func groupID(_ number: Int) -> String { plan(number).group }

    /// The periods in the order in which they were paid for.
    var payments: [ModelMember.Payment] {
        numbers.compactMap { number in
            groups[number.group].map { (number.group, number.index, $0.periods[number.index]) }
        }
    }

    func period(of access: ModelMember.Access) -> SubscriptionModel.Period? {
        groups[access.group]?.periods[access.period]
    }

    /// The events so far that a history may miss.
    var events: ModelEvents {
        groups.values.reduce(into: member.events) { $0.add($1.events) }
    }

    /// Lives through a step, after which it is a date.
    mutating func run(_ step: ModelHistory.Step, at date: Date) {
        make(step, at: date)
        // Not only time makes something due: a period that is paid late may be over by then.
        settle(until: date)
    }

    private mutating func make(_ step: ModelHistory.Step, at date: Date) {
        switch step {
        case .buy(let number, let offer):
            let plan = plan(number)
            let requested = offer.flatMap { plan.offers.chosen(by: $0) }
            change(plan.group, at: date) { $0.buy(plan.id, with: requested, at: date) }
        case .advance: break
        case .setAutoRenew(let isOn, let group):
            change(groupID(group), at: date) { $0.setAutoRenew(isOn) }
        case .failRenewals(let flag): billing.fails = flag
        case .allowGracePeriods(let flag): billing.hasGracePeriod = flag
        case .collectPayment(let group):
            change(groupID(group), at: date) { $0.collectPayment(at: date) }
        case .refund(let number): changePayment(number, at: date) { $0.refund($1, at: date) }
        case .reverse(let number):
            changePayment(number, at: date) { $0.reverse($1, at: date) }
        case .askForConsent(let group): change(groupID(group), at: date) { $0.askForConsent() }
        case .agree(let group): change(groupID(group), at: date) { $0.agree() }
        case .decline(let group): change(groupID(group), at: date) { $0.decline() }
        case .setMember(let flag): member.setMember(flag, present: shared, at: date)
        case .setSharing(let flag): member.setSharing(flag, present: shared, at: date)
        case .restoreAsMember: member.restore()
        case .setShareable(let number, let flag): setShareable(plan(number).id, flag, at: date)
        }
    }

    /// The periods that the family may have, also those that ended.
    private var shared: [ModelMember.Payment] {
        payments.filter {
            $0.period.revoked == nil && $0.period.upgraded == nil && isShareable($0.period)
        }
    }

    private func isShareable(_ period: SubscriptionModel.Period) -> Bool {
        shareable.contains(period.product)
    }

    /// The present period of a group.
    func present(in group: String) -> ModelMember.Payment? {
        guard let model = groups[group], !model.periods.isEmpty else { return nil }
        return (group, model.present, model.periods[model.present])
    }

    /// Opens the store with a file by which a family can share a product, or cannot.
    private mutating func setShareable(_ id: String, _ flag: Bool, at date: Date) {
        notifications.removeOld(at: date)
        member.forgetNotifications(at: date)
        guard flag != shareable.contains(id) else { return }
        if flag { shareable.insert(id) } else { shareable.remove(id) }
        for payment in order.compactMap({ present(in: $0) })
        where payment.period.product == id && payment.period.revoked == nil {
            member.setShareable(payment, flag, at: date)
        }
    }

    private mutating func settle(until date: Date) {
        while let (group, due) =
            order
            .compactMap({ group in groups[group]?.due.map { (group, $0) } })
            .filter({ $0.1 <= date }).min(by: { $0.1 < $1.1 })
        {
            change(group, at: due) { [billing] in [$0.settle(billing)] }
        }
    }

    private mutating func changePayment(
        _ number: Int,
        at date: Date,
        _ body: (inout SubscriptionModel, Int) -> [String]
    ) {
        guard let payment = numbers.reversed().chosen(by: number) else { return }
        change(payment.group, at: date) { body(&$0, payment.index) }
    }

    private mutating func change(
        _ group: String,
        at date: Date,
        _ body: (inout SubscriptionModel) -> [String]
    ) {
        guard var model = groups[group] else { return }
        let before = model.periods
        let former = present(in: group)
        let events = body(&model)
        notifications += events.map { ModelNotification(date: date, event: $0) }
        groups[group] = model
        for (index, period) in model.periods.enumerated() {
            let payment = (group, index, period)
            if index >= before.count {
                if !order.contains(group) { order.append(group) }
                numbers.append((group, index))
                member.share(
                    payment,
                    isShareable: isShareable(period),
                    after: former,
                    told: events,
                    at: date
                )
            } else if before[index].revoked != period.revoked {
                noteRefund(payment, before: before[index].revoked, at: date)
            }
        }
        if let present = present(in: group) { member.hear(events, of: present, at: date) }
    }

    private mutating func noteRefund(
        _ payment: ModelMember.Payment,
        before: Date?,
        at date: Date
    ) {
        guard let before else { return member.refund(payment, at: date) }
        member.reverse(
            payment,
            isShareable: isShareable(payment.period),
            isPresent: groups[payment.group]?.present == payment.index,
            of: before,
            at: date
        )
    }
}
