import AppReceipt
import Foundation

@testable import LocalAppStore

/// What is compared of store and model, as text.
struct ModelView: Equatable, CustomStringConvertible {
    private var periods: [String] = []
    private var subscriptions: [String] = []
    private var notifications: [String] = []
    private var accesses: [String] = []
    /// The restored copies that the member's queue delivers, also of what was refunded meanwhile.
    private var copies: [Int] = []
    private var memberNotifications: [String] = []

    var description: String {
        let member = accesses + ["copies \(copies)"] + memberNotifications.suffix(6)
        return (periods + subscriptions + notifications.suffix(6) + member)
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
        subscriptions = try store.subscriptions.all().map {
            let state = "\($0.status) \($0.expirationReason.map { "\($0.rawValue)" } ?? "-")"
            let grace = $0.billingIssue?.gracePeriodEnd.map(Self.date) ?? "-"
            return "\($0.groupID) \(state) \(grace) \($0.isAutoRenewEnabled) \($0.productID) "
                + ($0.isAutoRenewEnabled ? $0.renewalProductID : "-")
        }.sorted()
        notifications = try Self.notifications(of: store)
        let shared = try member.entries().filter { $0.state == .purchased }
        accesses = shared.map {
            Self.period(
                $0.productID,
                $0.purchaseDate,
                $0.expirationDate,
                "of \(Self.number($0.originalID, in: shared))",
                [$0.revocationDate != nil ? "revoked" : nil, $0.isUpgraded ? "replaced" : nil]
            )
        }
        copies = try member.unfinishedEntries().filter { $0.state == .restored }
            .map { Self.number($0.originalID, in: shared) }
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
        subscriptions = model.groups.compactMap(Self.subscription).sorted()
        notifications = model.notifications
        let member = model.member
        accesses = member.accesses.compactMap { access in
            model.period(of: access).map { period in
                Self.period(
                    period.product,
                    access.start,
                    period.end,
                    "of \(access.original)",
                    [
                        access.revoked != nil ? "revoked" : nil,
                        period.upgraded != nil ? "replaced" : nil,
                    ]
                )
            }
        }
        copies = member.copies
        memberNotifications = member.notifications
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
            .map { $0.type.rawValue + ($0.subtype.map { ".\($0.rawValue)" } ?? "") }
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
