import AppReceipt
import Foundation

@testable import LocalAppStore

/// The compared state of store and model, as strings.
struct ModelView: Equatable, CustomStringConvertible {
    private var periods: [String] = []
    private var subscriptions: [String] = []
    private var notifications: [String] = []
    /// The groups in which the customer may have an introductory offer.
    private var eligible: [String] = []
    private var accesses: [String] = []
    /// What the member has or had of each subscription, and may use.
    private var shared: [String] = []
    private var entitlements: [String] = []
    /// The restored copies that the member's queue delivers, also of what was refunded meanwhile.
    private var copies: [Int] = []
    private var memberNotifications: [String] = []

    var description: String {
        let own = periods + subscriptions + ["eligible \(eligible)"] + notifications.suffix(6)
        let member = accesses + shared + ["entitled \(entitlements)", "copies \(copies)"]
        return (own + member + memberNotifications.suffix(6))
            .map { "    " + $0 }.joined(separator: "\n")
    }

    init(_ store: Store, member: Store) throws {
        periods = try store.entries().filter { $0.state == .purchased && $0.isSubscription }.map {
            Self.period(
                $0.productID,
                $0.purchaseDate,
                $0.expirationDate,
                "\($0.amountCharged) \($0.amountRefunded)",
                [
                    $0.revocationDate != nil ? "refunded" : nil,
                    $0.isUpgraded ? "replaced" : nil, $0.offer?.modelName,
                ]
            )
        }
        subscriptions = try store.subscriptions.all().map(Self.subscription).sorted()
        let groupIDs = Set(store.catalog.products.compactMap(\.subscription?.groupID))
        eligible = try groupIDs.filter(store.isEligibleForIntroductoryOffer).sorted()
        notifications = try Self.notifications(of: store)
        try addMember(member)
    }

    private mutating func addMember(_ member: Store) throws {
        let entries = try member.entries().filter { $0.state == .purchased }
        accesses = entries.map {
            Self.period(
                $0.productID,
                $0.purchaseDate,
                $0.expirationDate,
                "of \(Self.number($0.originalID, in: entries))",
                [
                    $0.revocationDate.map { "revoked \(Self.date($0))" },
                    $0.isUpgraded ? "replaced" : nil,
                ]
            )
        }
        shared = try member.subscriptions.statuses().map(\.subscription).map(Self.subscription)
            .sorted()
        let entitling = try member.transactions(.entitlements)?.entries ?? []
        entitlements = entitling.map(\.productID).sorted()
        copies = try member.unfinishedEntries().filter { $0.state == .restored }
            .map { Self.number($0.originalID, in: entries) }
        memberNotifications = try Self.notifications(of: member)
    }

    init(_ model: ModelCustomer) {
        periods = model.payments.map { payment in
            let period = payment.period
            return Self.period(
                period.product,
                period.start,
                period.end,
                "\(period.charged) \(period.refunded)",
                [
                    period.revoked != nil ? "refunded" : nil,
                    period.upgraded != nil ? "replaced" : nil, period.offer?.name,
                ]
            )
        }
        subscriptions = model.groups.compactMap { Self.subscription($0, $1) }.sorted()
        eligible = model.groups.filter(\.value.isEligible).map(\.key).sorted()
        notifications = model.notifications.map(\.description)
        addMember(of: model)
    }

    private mutating func addMember(of model: ModelCustomer) {
        let member = model.member
        accesses = member.accesses.compactMap { access in
            model.period(of: access).map { period in
                Self.period(
                    period.product,
                    access.start,
                    period.end,
                    "of \(access.original)",
                    [
                        access.revoked.map { "revoked \(Self.date($0))" },
                        access.revoked == nil && period.upgraded != nil ? "replaced" : nil,
                    ]
                )
            }
        }
        for (id, group) in model.groups {
            guard let newest = member.accesses.last(where: { $0.group == id }) else { continue }
            let present = member.accesses.last { $0.group == id && $0.period == group.present }
            if let present, present.revoked == nil {
                Self.subscription(id, group).map { shared.append($0) }
                if group.isEntitled { entitlements.append(group.product) }
            } else {
                let status: CustomerSubscription.Status =
                    newest.revoked == nil ? .expired : .revoked
                let product = group.periods[(present ?? newest).period].product
                shared.append("\(id) \(status) 5 - false \(product) -")
            }
        }
        shared.sort()
        entitlements.sort()
        copies = member.copies
        memberNotifications = member.notifications.map(\.description)
    }

    private static func subscription(_ subscription: CustomerSubscription) -> String {
        let reason = subscription.expirationReason.map { "\($0.rawValue)" } ?? "-"
        let grace = subscription.billingIssue?.gracePeriodEnd.map(date) ?? "-"
        let renews = subscription.isAutoRenewEnabled
        return "\(subscription.groupID) \(subscription.status) \(reason) \(grace) \(renews) "
            + "\(subscription.productID) \(renews ? subscription.renewalProductID : "-")"
    }

    private static func subscription(_ id: String, _ group: SubscriptionModel) -> String? {
        var (grace, reason) = ("-", "-")
        let status: CustomerSubscription.Status
        switch group.state {
        case .never: return nil
        case .active: status = .subscribed
        case .grace(let until): (status, grace) = (.inGracePeriod, date(until))
        case .retry: status = .inBillingRetryPeriod
        case .ended(let number): (status, reason) = (.expired, "\(number)")
        case .revoked: (status, reason) = (.revoked, "5")
        }
        return "\(id) \(status) \(reason) \(grace) \(group.autoRenews) \(group.product) "
            + (group.autoRenews ? group.next : "-")
    }

    private static func period(
        _ product: String,
        _ start: Date,
        _ end: Date?,
        _ detail: String,
        _ marks: [String?]
    ) -> String {
        ([product, date(start), end.map(date) ?? "-", detail] + marks.compactMap { $0 })
            .joined(separator: " ")
    }

    private static func notifications(of store: Store) throws -> [String] {
        let records = try store.notifications.history(limit: .max)
        return records.map(\.notification)
            .filter { $0.customerID == store.customerID }
            .map { ModelNotification(date: $0.date, event: $0.event).description }
    }

    private static func number(_ id: Int64, in entries: [LedgerEntry]) -> Int {
        entries.firstIndex { $0.id == id } ?? -1
    }

    private static func date(_ date: Date) -> String { date.ISO8601Format() }
}

extension LedgerEntry.Offer {
    /// The name of the offer in the model.
    fileprivate var modelName: String {
        switch self {
        case .introductory: "introductory "
        case .promotional(let id): "promotional \(id)"
        case .code(let name): "code \(name)"
        case .winBack(let id): "winBack \(id)"
        }
    }
}
