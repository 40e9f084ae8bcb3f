import AppReceipt
import Foundation

@testable import LocalAppStore

/// The compared values, as text.
struct SeatView: TimedView, CustomStringConvertible {
    private var purchases: [String] = []
    private var subscription = "-"
    private var notifications: [String] = []
    private var entitled = 0

    var description: String {
        (purchases.suffix(12) + [subscription, "entitled by \(entitled)"]
            + notifications.suffix(8))
            .map { "    " + $0 }.joined(separator: "\n")
    }

    init(_ store: Store) throws {
        let entries = try store.entries().filter { $0.state == .purchased }
        purchases = entries.map { entry in
            let payload = TransactionPayload(entry)
            let tiers = payload.multiSeatInfo?.priceTiers ?? []
            return Self.line([
                "\(payload.quantity ?? 0) seats at",
                tiers.map { "\($0.quantity ?? 0) × \($0.priceInMilliunits ?? 0)" }
                    .joined(separator: ", "),
                "average \(payload.priceInMilliunits ?? 0)", Self.date(entry.purchaseDate),
                entry.expirationDate.map(Self.date), "\(entry.amountCharged)",
                "\(entry.amountRefunded)",
                payload.multiSeatInfo?.revokedSeatQuantity.map { "without \($0)" },
                payload.additionalTransactionReason?.rawValue, entry.isUpgraded ? "replaced" : nil,
                entry.isRenewal ? "renewal" : nil, entry.revocationDate.map(Self.date),
            ])
        }
        if let status = try store.subscriptions.statuses().first {
            let renewal = status.subscription
            subscription = Self.line([
                "\(renewal.status)", renewal.expirationReason.map { "\($0.rawValue)" },
                "renews \(renewal.isAutoRenewEnabled)",
                renewal.isAutoRenewEnabled ? renewal.renewalSeatCount.map { "\($0)" } : nil,
            ])
        }
        notifications = try Self.notifications(of: store)
        entitled = try store.transactions(.entitlements)?.entries.count ?? 0
    }

    init(_ model: SeatModel, _ notifications: [ModelNotification]) {
        purchases = model.purchases.map { Self.purchase($0, in: model) }
        if !model.purchases.isEmpty { subscription = Self.subscription(model) }
        self.notifications = notifications.map(\.description)
        entitled = model.isSubscribed ? model.present.filter { $0.revoked == nil }.count : 0
    }

    private static func purchase(_ purchase: SeatModel.Purchase, in model: SeatModel) -> String {
        var tiers: [(price: Decimal, quantity: Int)] = []
        for price in purchase.seats {
            if tiers.last?.price == price {
                tiers[tiers.count - 1].quantity += 1
            } else {
                tiers.append((price, 1))
            }
        }
        let charged = purchase.seats.reduce(0, +)
        let average = (charged * 1000 / Decimal(purchase.seats.count)).rounded
        let isAddition = model.purchases.filter { $0.period == purchase.period }.count > 1
        return line([
            "\(purchase.seats.count) seats at",
            tiers.map { "\($0.quantity) × \(($0.price * 1000).rounded)" }.joined(separator: ", "),
            "average \(average)", date(purchase.start), date(model.ends[purchase.period]),
            "\(charged)", "\(purchase.refunded)",
            purchase.revokedSeats > 0 ? "without \(purchase.revokedSeats)" : nil,
            isAddition ? "SEAT_ADDITION" : nil, purchase.isRenewal ? "renewal" : nil,
            purchase.revoked.map(date),
        ])
    }

    private static func subscription(_ model: SeatModel) -> String {
        var reason: String?
        let status: CustomerSubscription.Status
        switch model.state {
        case .never, .active: status = .subscribed
        case .retry: status = .inBillingRetryPeriod
        case .ended(let number): (status, reason) = (.expired, "\(number)")
        case .revoked: (status, reason) = (.revoked, "5")
        }
        return line([
            "\(status)", reason, "renews \(model.renews)",
            model.renews ? "\(model.renewalSeats)" : nil,
        ])
    }
}

extension Decimal {
    /// The nearest integer; of two, the larger one.
    fileprivate var rounded: Decimal {
        var (exact, rounded) = (self, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return rounded
    }
}
