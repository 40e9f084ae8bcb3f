import Foundation

@testable import LocalAppStore

extension SeatModel: TimedModel {
    typealias View = SeatView

    static var catalog: Catalog {
        var terms = SubscriptionTerms(groupID: "group", level: 1, period: .init(unit: .month))
        terms.seatTiers = bands.map { CatalogSeatTier(minimumSeats: $0.first, price: $0.price) }
        let team = CatalogProduct(
            id: "team",
            kind: .autoRenewableSubscription,
            price: bands[0].price,
            subscription: terms
        )
        return Catalog(products: [team])
    }

    enum Step: TimedStep {
        case buy(Int)
        case setRenewalSeats(Int)
        case advance(days: Int)
        case setAutoRenew(Bool)
        case failRenewals(Bool)
        case collectPayment
        /// A refund of the newest transaction, or of an earlier one.
        case refund(Int)
        case refundSeats(Int, of: Int)
    }
}

extension SeatModel.Step {
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let seats = Int.random(in: 1...14, using: &generator)
        switch Int.random(in: 0..<14, using: &generator) {
        case 0..<4: return .buy(seats)
        case 4, 5: return .setRenewalSeats(seats)
        case 6..<8: return .advance(days: Int.random(in: 0...40, using: &generator))
        case 8: return .setAutoRenew(.random(using: &generator))
        case 9: return .failRenewals(.random(using: &generator))
        case 10: return .collectPayment
        case 11: return .refund(Int.random(in: 0...2, using: &generator))
        default:
            return .refundSeats(
                Int.random(in: 1...6, using: &generator),
                of: Int.random(in: 0...2, using: &generator)
            )
        }
    }

    func run(on model: inout SeatModel, at date: Date) -> [String] {
        switch self {
        case .buy(let total): return model.buy(total, at: date)
        case .setRenewalSeats(let count): return model.setRenewalSeats(count)
        case .advance: return []
        case .setAutoRenew(let isOn): return model.setAutoRenew(isOn)
        case .failRenewals(let flag): model.failsRenewals = flag
        case .collectPayment: return model.collectPayment(at: date)
        case .refund(let number):
            return model.refund(model.purchases.count - 1 - number, at: date)
        case .refundSeats(let count, let number):
            return model.refundSeats(count, of: model.purchases.count - 1 - number, at: date)
        }
        return []
    }

    func run(on store: Store) throws(StoreError) {
        let purchases = try store.entries().filter { $0.state == .purchased }
        func purchase(_ number: Int) -> Int64 { purchases.dropLast(number).last?.id ?? 0 }
        let present = try store.subscriptions.all().first?.entryID ?? 0
        switch self {
        case .buy(let total):
            var request = PaymentRequest(productID: "team")
            request.seatCount = total
            try store.pay(request)
        case .setRenewalSeats(let count):
            try store.subscriptions.setRenewalSeatCount(count, of: present)
        case .advance(let days): store.clock.advance(by: TimeInterval(days) * 86_400)
        case .setAutoRenew(let isOn): try store.subscriptions.setAutoRenew(isOn, of: present)
        case .failRenewals(let flag): try store.updateSettings { $0.failsRenewals = flag }
        case .collectPayment: try store.resolveIssue(present)
        case .refund(let number): try store.refunds.refund(purchase(number))
        case .refundSeats(let count, let number):
            try store.refunds.refundSeats(count, of: purchase(number))
        }
    }
}
