import Foundation
import TestSupport

@testable import LocalAppStore

extension ModelHistory {
    /// An action of customer, developer, App Store or family.
    ///
    /// The number of a product stands for its group, too; that of a period counts from the newest.
    enum Step: Equatable {
        case buy(Int, offer: Int?)
        case advance(hours: Int)
        case setAutoRenew(Bool, group: Int)
        case failRenewals(Bool)
        case allowGracePeriods(Bool)
        case collectPayment(group: Int)
        case refund(Int)
        case reverse(Int)
        case askForConsent(group: Int)
        case agree(group: Int)
        case decline(group: Int)
        case setMember(Bool)
        case setSharing(Bool)
        case restoreAsMember
        /// Opens the store with a file in which a product is shareable, or is not.
        case setShareable(Int, Bool)
    }
}

extension ModelHistory.Step {
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let number = Int.random(in: 0..<1000, using: &generator)
        let flag = Bool.random(using: &generator)
        return switch Int.random(in: 0..<140, using: &generator) {
        case 0..<34: .buy(number, offer: number.isMultiple(of: 3) ? nil : number / 3)
        case 34..<64: .advance(hours: [5, 24 * 3, 24 * 17, 24 * 31, 24 * 61][number % 5])
        case 64..<74: .setAutoRenew(flag, group: number)
        case 74..<82: .failRenewals(flag)
        case 82..<86: .allowGracePeriods(flag)
        case 86..<92: .collectPayment(group: number)
        case 92..<102: .refund(number % 4)
        case 102..<111: .reverse(number % 4)
        case 111..<114: .askForConsent(group: number)
        case 114..<116: .agree(group: number)
        case 116..<118: .decline(group: number)
        case 118..<126: .setMember(!number.isMultiple(of: 4))
        case 126..<130: .setSharing(flag)
        case 130..<134: .restoreAsMember
        default: .setShareable(number, flag)
        }
    }

    /// Steps in an order that reaches states rarely reached by random steps.
    static func randomPhrase(using generator: inout some RandomNumberGenerator) -> [Self] {
        let number = Int.random(in: 0..<1000, using: &generator)
        let offer = Int.random(in: 0..<100, using: &generator)
        return switch Int.random(in: 0..<11, using: &generator) {
        case 0:
            [.buy(number, offer: offer), .setAutoRenew(false, group: number)]
                + [.buy(number, offer: nil)]
        case 1:
            [.buy(number, offer: nil), .buy(number, offer: offer), .failRenewals(true)]
                + [.advance(hours: 24 * 31), .collectPayment(group: number), .failRenewals(false)]
        case 2:
            [.buy(number, offer: nil), .refund(0), .buy(number, offer: offer), .refund(0)]
                + [.reverse(1)]
        case 3:
            [.setMember(false), .buy(number, offer: nil), .refund(0), .setMember(true)]
                + [.reverse(0)]
        case 4:
            [.buy(number, offer: nil), .buy(number + 1, offer: nil), .advance(hours: 24 * 3)]
                + [.refund(1), .reverse(1)]
        case 5:
            [.buy(number, offer: nil), .advance(hours: 24 * 31), .refund(1), .reverse(1)]
        case 6:
            [.refund(0), .advance(hours: 24 * 61), .reverse(0)]
        case 7:
            [.setMember(true), .buy(number, offer: nil), .restoreAsMember, .refund(0)]
                + [.reverse(0), .setAutoRenew(true, group: number)]
        case 8:
            [.setMember(true), .setSharing(true), .buy(number, offer: nil)]
                + [.buy(number + 1, offer: nil), .advance(hours: 24 * 31)]
        case 9:
            [.setMember(true), .setSharing(true), .buy(number, offer: nil)]
                + [.setShareable(number, false), .setShareable(number, true)]
        default:
            [.buy(number, offer: nil), .setAutoRenew(false, group: number)]
                + [.advance(hours: 24 * 61), .buy(number + 1, offer: nil)]
        }
    }

    /// Does the step in a store, with the transactions that the model numbers.
    func run(
        on store: Store,
        _ member: Store,
        like model: ModelCustomer
    ) throws(StoreError) {
        switch self {
        case .buy(let number, let offer): try buy(model.plan(number), offer: offer, in: store)
        case .advance(let hours): store.clock.advance(by: TimeInterval(hours) * 3600)
        case .setAutoRenew(let isOn, let group):
            try store.subscriptions.setAutoRenew(
                isOn,
                of: latest(in: model.groupID(group), of: store)
            )
        case .failRenewals(let flag): try store.updateSettings { $0.failsRenewals = flag }
        case .allowGracePeriods(let flag):
            try store.updateSettings { $0.allowsGracePeriod = flag }
        case .collectPayment(let group):
            try store.resolveIssue(latest(in: model.groupID(group), of: store))
        case .refund(let number): try store.refunds.refund(entry(number, of: store))
        case .reverse(let number): try store.refunds.reverse(entry(number, of: store))
        case .askForConsent(let group):
            try store.subscriptions.requestPriceIncreaseConsent(
                of: latest(in: model.groupID(group), of: store)
            )
        case .agree(let group):
            try store.subscriptions.consentToPriceIncrease(
                of: latest(in: model.groupID(group), of: store)
            )
        case .decline(let group):
            try store.subscriptions.declinePriceIncrease(
                of: latest(in: model.groupID(group), of: store)
            )
        case .setMember(true): try member.family.join(organizedBy: store.customerID)
        case .setMember(false): try member.family.leave()
        case .setSharing(let flag): try store.family.setSharesPurchases(flag)
        case .restoreAsMember: try member.restore()
        case .setShareable: break
        }
    }

    private func buy(_ plan: ModelPlan, offer: Int?, in store: Store) throws(StoreError) {
        var request = PaymentRequest(productID: plan.id)
        if let offer = offer.flatMap({ plan.offers.chosen(by: $0) }) {
            request.offer =
                switch offer.kind {
                case .introductory: nil
                case .promotional: .promotional(.make(offer.id))
                case .code: .code(referenceName: offer.id)
                case .winBack: .winBack(id: offer.id)
                }
        }
        try store.pay(request)
    }

    private func latest(in group: String, of store: Store) throws(StoreError) -> Int64 {
        try store.subscriptions.all().first { $0.groupID == group }?.entryID ?? 0
    }

    private func entry(_ number: Int, of store: Store) throws(StoreError) -> Int64 {
        let periods = try store.entries().filter { $0.state == .purchased && $0.isSubscription }
        return periods.reversed().chosen(by: number)?.id ?? 0
    }
}
