import Foundation

@testable import LocalAppStore

// Purchases.
extension SubscriptionModel {
    /// How a product stands to the present one.
    private enum Relation { case same, now, later }

    private func relation(of id: String) -> Relation {
        guard id != product, let new = plan(id), let old = plan(product) else { return .same }
        if new.level != old.level { return new.level < old.level ? .now : .later }
        return new.length == old.length ? .now : .later
    }

    /// Buys a product, perhaps with an offer; returns the notifications.
    mutating func buy(_ id: String, with offer: ModelOffer? = nil, at date: Date) -> [String] {
        // No two periods begin in the same second.
        let date = max(date, firstStart)
        if let offer {
            guard isFor(offer, of: id) else {
                events.note(.refusedOffer(offer.kind))
                return []
            }
        }
        switch (state, relation(of: id)) {
        case (.never, _):
            begin(id, with: sequence(of: id, offer), requested: offer, at: date)
            return ["SUBSCRIBED.INITIAL_BUY"]
        case (.ended, _), (.revoked, _), (.retry, _):
            let sequence = sequence(of: id, offer)
            if sequence.first?.kind == .introductory { events.note(.trialOfFormerSubscriber) }
            begin(id, with: sequence, requested: offer, at: date)
            return ["SUBSCRIBED.RESUBSCRIBE"]
        case (_, .now):
            return replace(with: id, offer, at: date)
        case (_, .same):
            return keep(offer)
        case (_, .later):
            return choose(id, with: offer)
        }
    }

    /// Whether the customer is subscribed in the group.
    var isEntitled: Bool {
        switch state {
        case .active, .grace: true
        case .never, .retry, .ended, .revoked: false
        }
    }

    /// Whether an introductory offer is for the customer: once, and not for a subscriber.
    var isEligible: Bool { !isEntitled && !periods.contains { $0.offer?.kind == .introductory } }

    /// Whether an offer is for the customer.
    private func isFor(_ offer: ModelOffer, of id: String) -> Bool {
        switch offer.kind {
        case .introductory: return false
        case .promotional: return state != .never
        case .winBack:
            return due == nil && periods.contains { $0.revoked == nil && $0.charged > 0 }
        case .code:
            let customer: CatalogOffer.Eligibility =
                state == .never ? .new : isEntitled ? .existing : .expired
            let isNamed = offer.customers.isEmpty || offer.customers.contains(customer)
            return isNamed && !redeemed.contains("\(id) \(offer.id)")
        }
    }

    /// The introductory offer, if it is for the customer, and the one that the customer requested.
    private func sequence(of id: String, _ requested: ModelOffer?) -> [ModelOffer] {
        let introductory = isEligible && requested?.isStackable ?? true
        return [introductory ? plan(id)?.introductory : nil, requested].compactMap { $0 }
    }

    /// Begins a period now, with offers one after the other.
    private mutating func begin(
        _ id: String,
        with sequence: [ModelOffer],
        requested: ModelOffer?,
        at date: Date
    ) {
        guard let plan = plan(id) else { return }
        (state, autoRenews, next, consent) = (.active, true, id, .none)
        suspended = []
        if sequence.count > 1 { events.note(.stackedCode) }
        if let requested { note(requested, of: id) }
        offers = sequence.map { Rest(offer: $0, renewals: $0.payments) }
        beginPeriod(of: plan, with: sequence.first, at: date)
    }

    private mutating func beginPeriod(
        of plan: ModelPlan,
        with offer: ModelOffer?,
        at date: Date
    ) {
        let length = offer?.length ?? plan.length
        let end = length.added(to: date)
        // The customer begins to pay with an offer that costs something, or after a free one.
        if offer?.isFree == true {
            count = Count(from: end, day: ModelLength.day(of: end))
        } else {
            count = Count(from: date, periods: 1, length: length, day: ModelLength.day(of: date))
        }
        add(plan, from: date, to: end, with: offer)
        guard offer != nil else { return }
        offers[0].renewals -= 1
        if offers[0].renewals == 0 { offers.removeFirst() }
    }

    private mutating func note(_ offer: ModelOffer, of id: String) {
        events.note(.acceptedOffer(offer.kind))
        if offer.kind == .code { redeemed.insert("\(id) \(offer.id)") }
    }

    /// An upgrade, or a crossgrade to the same duration: at once, with a refund of the rest.
    private mutating func replace(
        with id: String,
        _ offer: ModelOffer?,
        at date: Date
    ) -> [String] {
        let old = periods[present]
        if date < old.end {
            let rest = Decimal(old.end.timeIntervalSince(date))
            var exact = old.charged * rest / Decimal(old.end.timeIntervalSince(old.start))
            var rounded = Decimal()
            NSDecimalRound(&rounded, &exact, 2, .down)
            periods[present].prorated = date <= old.start + 1 ? old.charged : rounded
        }
        periods[present].upgraded = date
        let hadOffer = periods.contains { $0.offer?.kind == .introductory }
        if !hadOffer, plan(id)?.introductory != nil { events.note(.upgradeWithoutTrial) }
        // A subscriber gets no introductory offer.
        begin(id, with: [offer].compactMap { $0 }, requested: offer, at: date)
        return [(offer == nil ? "DID_CHANGE_RENEWAL_PREF" : "OFFER_REDEEMED") + ".UPGRADE"]
    }

    /// Buying the present product takes back a change, and turns auto-renew on.
    private mutating func keep(_ offer: ModelOffer?) -> [String] {
        var notifications: [String] = []
        if let offer {
            notifications.append("OFFER_REDEEMED")
            note(offer, of: product)
            events.note(.offerAtRenewal)
            offers = [Rest(offer: offer, renewals: offer.payments)]
        } else if next != product {
            notifications.append("DID_CHANGE_RENEWAL_PREF")
            if !suspended.isEmpty { events.note(.returnToOffer) }
            offers = suspended
        }
        if !autoRenews {
            notifications.append("DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED")
        }
        // Buying the product consents to its price.
        if !notifications.isEmpty {
            (next, autoRenews, consent, suspended) = (product, true, .none, [])
        }
        return notifications
    }

    /// A downgrade, or a crossgrade to another duration: with the next renewal.
    private mutating func choose(_ id: String, with offer: ModelOffer?) -> [String] {
        guard offer != nil || next != id || !autoRenews else { return [] }
        var notifications: [String] = []
        if next == product { suspended = offers }
        if let offer {
            notifications.append("OFFER_REDEEMED.DOWNGRADE")
            note(offer, of: id)
            events.note(.offerAtRenewal)
            offers = [Rest(offer: offer, renewals: offer.payments)]
        } else if next != id {
            notifications.append("DID_CHANGE_RENEWAL_PREF.DOWNGRADE")
            offers = []
        } else if !offers.isEmpty {
            events.note(.chosenAgain)
        }
        if !autoRenews {
            notifications.append("DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED")
        }
        // The price that the customer was asked about was that of the former product.
        (next, autoRenews, consent) = (id, true, .none)
        return notifications
    }
}
