import AppReceipt
import Foundation

@testable import LocalAppStore

/// The compared values, as text.
struct PlanView: TimedView, CustomStringConvertible {
    private var periods: [String] = []
    private var subscription = "-"
    private var notifications: [String] = []
    private var entitlements: [String] = []

    var description: String {
        (periods.suffix(16) + [subscription, "entitled \(entitlements)"] + notifications.suffix(8))
            .map { "    " + $0 }.joined(separator: "\n")
    }

    init(_ store: Store) throws {
        let entries = try store.entries().filter { $0.state == .purchased }
        periods = entries.map { entry in
            let payment = entry.commitment.map {
                "\($0.periodNumber)/\($0.periodCount) to \(Self.date($0.expirationDate)) "
                    + "for \($0.price)"
            }
            return Self.line([
                entry.productID, entry.billingPlan?.rawValue, Self.date(entry.purchaseDate),
                entry.expirationDate.map(Self.date), "\(entry.amountCharged)",
                "\(entry.amountRefunded)", payment, entry.isRenewal ? "renewal" : nil,
                entry.isUpgraded ? "replaced" : nil, entry.revocationDate.map(Self.date),
            ])
        }
        if let status = try store.subscriptions.statuses().first {
            let payload = RenewalInfoPayload(status.subscription, status.entry)
            subscription = Self.line([
                "\(status.subscription.status)",
                status.subscription.expirationReason.map { "\($0.rawValue)" },
                payload.willAutoRenew.map { "renews \($0)" },
                payload.willAutoRenew == true ? payload.renewalProductIdentifier : nil,
                payload.willAutoRenew == true ? payload.renewalBillingPlanType?.rawValue : nil,
                payload.commitment.flatMap(Self.commitment),
            ])
        }
        notifications = try Self.notifications(of: store)
        entitlements = (try store.transactions(.entitlements)?.entries ?? []).map(\.productID)
    }

    private static func commitment(_ commitment: RenewalInfoPayload.Commitment) -> String? {
        line([
            "then \(commitment.willAutoRenew ?? false)",
            commitment.willAutoRenew == true ? commitment.renewalProductIdentifier : nil,
            commitment.willAutoRenew == true ? commitment.renewalBillingPlanType?.rawValue : nil,
            commitment.renewalDate.map(date),
        ])
    }

    init(_ model: PlanModel, _ notifications: [ModelNotification]) {
        periods = model.periods.map { period in
            let payment = period.commitmentEnd.map {
                "\(period.payment)/12 to \(Self.date($0)) for \(period.price * 12)"
            }
            let refunded = period.revoked == nil ? period.prorated : period.price
            return Self.line([
                period.choice.product, Self.plan(period.choice), Self.date(period.start),
                Self.date(period.end), "\(period.price)", "\(refunded)", payment,
                period.isRenewal ? "renewal" : nil, period.upgraded ? "replaced" : nil,
                period.revoked.map(Self.date),
            ])
        }
        if let last = model.periods.last { subscription = Self.subscription(model, last) }
        self.notifications = notifications.map(\.description)
        entitlements = model.isSubscribed ? [model.periods.last?.choice.product ?? ""] : []
    }

    private static func subscription(_ model: PlanModel, _ last: PlanModel.Period) -> String {
        var reason: String?
        let status: CustomerSubscription.Status
        switch model.state {
        case .never, .active: status = .subscribed
        case .grace: status = .inGracePeriod
        case .retry: status = .inBillingRetryPeriod
        case .ended(let number): (status, reason) = (.expired, "\(number)")
        case .revoked: (status, reason) = (.revoked, "5")
        }
        // After the end there is no commitment.
        guard model.due != nil, last.payment > 0 else {
            let upcoming = model.renews ? model.next : nil
            return line([
                "\(status)", reason, "renews \(model.renews)", upcoming?.product,
                upcoming.map(plan),
            ])
        }
        let renews = model.renews || model.isWithinCommitment
        let upcoming = renews ? model.upcoming : nil
        let commitment = line([
            "then \(model.renews)", model.renews ? model.next.product : nil,
            model.renews ? plan(model.next) : nil, last.commitmentEnd.map(date),
        ])
        return line([
            "\(status)", reason, "renews \(renews)", upcoming?.product, upcoming.map(plan),
            commitment,
        ])
    }

    private static func plan(_ choice: PlanModel.Choice) -> String {
        choice.isMonthly ? "MONTHLY" : "BILLED_UPFRONT"
    }
}
