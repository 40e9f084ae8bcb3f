import AppReceipt
import Foundation
import RandomNumbers

@testable import LocalAppStore

/// A random history of one customer, which the store and the model live through side by side.
struct ModelHistory: CustomStringConvertible {
    enum Step: Equatable {
        case buy(Int)
        case advance(hours: Int)
        case setAutoRenew(Bool, group: Int)
        case failRenewals(Bool)
        case allowGracePeriods(Bool)
        case collectPayment(group: Int)
        case refund(Int)
        case askForConsent(group: Int)
        case agree(group: Int)
        case decline(group: Int)
    }

    let seed: UInt64
    let catalog: Catalog
    var steps: [Step]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        self.seed = seed
        catalog = .random(using: &generator)
        steps = (0..<Int.random(in: 3...40, using: &generator)).map { _ in
            .random(using: &generator)
        }
    }

    var description: String {
        let plans = catalog.products.compactMap { product in
            product.subscription.map {
                "  \(product.id) level \($0.level) \($0.period) \($0.introductoryOffer as Any)"
            }
        }
        return (["seed \(seed)"] + plans + steps.map { "  \($0)" }).joined(separator: "\n")
    }

    /// The first difference between store and model; `nil` if there is none.
    func difference() throws -> String? {
        let store = try Store.make(catalog)
        try store.updateNotificationSettings { $0.isRecording = true }
        var model = ModelCustomer(catalog)
        for step in steps {
            do throws(Store.Error) {
                try step.run(on: store, like: model)
            } catch {
                switch error {
                case .unknownEntry, .unsuitableEntry, .noSubscription, .refusedRequest: break
                default: throw error
                }
            }
            model.run(step, at: store.clock.now)
            let (found, expected) = (try ModelView(store), ModelView(model))
            if found != expected {
                return "after \(step), the store has\n\(found)\nand the model\n\(expected)"
            }
        }
        return nil
    }

    /// The shortest history that was found to differ.
    func shortened() throws -> ModelHistory {
        var shortest = self
        var start = 0
        while start < shortest.steps.count {
            var candidate = shortest
            candidate.steps.remove(at: start)
            if try candidate.difference() != nil { shortest = candidate } else { start += 1 }
        }
        return shortest
    }
}

extension ModelHistory.Step {
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let number = Int.random(in: 0..<1000, using: &generator)
        let flag = Bool.random(using: &generator)
        return switch Int.random(in: 0..<100, using: &generator) {
        case 0..<26: .buy(number)
        case 26..<56: .advance(hours: [5, 24 * 3, 24 * 17, 24 * 31, 24 * 61][number % 5])
        case 56..<66: .setAutoRenew(flag, group: number)
        case 66..<74: .failRenewals(flag)
        case 74..<78: .allowGracePeriods(flag)
        case 78..<84: .collectPayment(group: number)
        case 84..<93: .refund(number)
        case 93..<96: .askForConsent(group: number)
        case 96..<98: .agree(group: number)
        default: .decline(group: number)
        }
    }

    /// Does the step in a store, with the transactions that the model numbers.
    fileprivate func run(on store: Store, like model: ModelCustomer) throws(Store.Error) {
        switch self {
        case .buy(let number):
            try store.pay(PaymentRequest(productID: model.plan(number).id))
        case .advance(let hours): store.clock.advance(by: TimeInterval(hours) * 3600)
        case .setAutoRenew(let isOn, let group):
            try store.setAutoRenew(isOn, of: latest(in: model.groupID(group), of: store))
        case .failRenewals(let flag): try store.updateSettings { $0.failsRenewals = flag }
        case .allowGracePeriods(let flag):
            try store.updateSettings { $0.allowsGracePeriod = flag }
        case .collectPayment(let group):
            try store.resolveIssue(latest(in: model.groupID(group), of: store))
        case .refund(let number): try store.refund(entry(number, of: store))
        case .askForConsent(let group):
            try store.requestPriceIncreaseConsent(of: latest(in: model.groupID(group), of: store))
        case .agree(let group):
            try store.consentToPriceIncrease(of: latest(in: model.groupID(group), of: store))
        case .decline(let group):
            try store.declinePriceIncrease(of: latest(in: model.groupID(group), of: store))
        }
    }

    private func latest(in group: String, of store: Store) throws(Store.Error) -> Int64 {
        try store.subscriptions().first { $0.groupID == group }?.entryID ?? 0
    }

    private func entry(_ number: Int, of store: Store) throws(Store.Error) -> Int64 {
        let periods = try store.entries().filter { $0.state == .purchased && $0.isSubscription }
        return periods.isEmpty ? 0 : periods[number % periods.count].id
    }
}
