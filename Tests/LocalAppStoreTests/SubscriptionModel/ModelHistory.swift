import AppReceipt
import Foundation
import TestSupport

@testable import LocalAppStore

/// A random history of one customer, which the store and the model live through side by side.
struct ModelHistory: ComparedHistory {
    let seed: UInt64
    let catalog: Catalog
    var steps: [Step]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        self.seed = seed
        catalog = .random(using: &generator).withRequestedOffers(using: &generator)
        steps = (0..<Int.random(in: 3...20, using: &generator)).flatMap { _ in
            Bool.random(using: &generator) || .random(using: &generator)
                ? [Step.random(using: &generator)] : Step.randomPhrase(using: &generator)
        }
    }

    var description: String {
        let plans = catalog.products.compactMap { ModelPlan($0).map { "  \($0)" } }
        return (["seed \(seed)"] + plans + steps.map { "  \($0)" }).joined(separator: "\n")
    }

    /// The first difference between store and model; `nil` if there is none.
    ///
    /// Adds the events of the history to `events`.
    func difference(counting events: inout ModelEvents) throws -> String? {
        var store = try Store.make(catalog)
        var member = try store.customers.acting(addingIfNeeded: "member")
        try store.notifications.updateSettings { $0.isRecording = true }
        var model = ModelCustomer(catalog)
        for step in steps {
            do throws(StoreError) {
                if case .setShareable(let number, let flag) = step {
                    let product = model.plan(number).id
                    store = try store.reopened { $0.setShareable(product, flag) }
                    member = try store.customers.acting(addingIfNeeded: "member")
                }
                try step.run(on: store, member, like: model)
            } catch {
                switch error {
                case .unknownEntry, .unsuitableEntry, .noSubscription, .refusedRequest,
                    .unsuitableCustomer:
                    break
                default: throw error
                }
            }
            model.run(step, at: store.clock.now)
            let (found, expected) = (try ModelView(store, member: member), ModelView(model))
            if found != expected {
                return "after \(step), the store has\n\(found)\nand the model\n\(expected)"
            }
        }
        events.add(model.events)
        return nil
    }

    func difference() throws -> String? {
        var events = ModelEvents()
        return try difference(counting: &events)
    }
}

extension Catalog {
    fileprivate mutating func setShareable(_ id: String, _ flag: Bool) {
        for index in products.indices where products[index].id == id {
            products[index].isFamilyShareable = flag
        }
    }

    /// The catalog with offers that customers request.
    fileprivate func withRequestedOffers(
        using generator: inout some RandomNumberGenerator
    ) -> Catalog {
        var products = products
        for index in products.indices {
            var offers = (0..<3).map { _ in CatalogOffer.randomOffer(using: &generator) }
            offers[0]?.id = "promotion"
            offers[2]?.id = "back"
            offers[1]?.referenceName = "code"
            offers[1]?.isStackable = Bool.random(using: &generator)
            offers[1]?.eligibility = Set(
                CatalogOffer.Eligibility.allCases.filter { _ in .random(using: &generator) }
            )
            products[index].subscription?.promotionalOffers = [offers[0]].compactMap { $0 }
            products[index].subscription?.codeOffers = [offers[1]].compactMap { $0 }
            products[index].subscription?.winBackOffers = [offers[2]].compactMap { $0 }
        }
        return Catalog(products: products)
    }
}
