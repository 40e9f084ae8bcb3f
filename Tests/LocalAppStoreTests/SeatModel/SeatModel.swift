import Foundation

@testable import LocalAppStore

/// The seats of a purchaser: a second description of the rules, written from Apple's documentation
/// and the article *Seats and plans*.
struct SeatModel {
    /// The price of a seat from a number of seats on.
    struct Band {
        let first: Int
        let price: Decimal
    }

    static let bands = [
        Band(first: 1, price: 9.99), Band(first: 6, price: 7.99), Band(first: 11, price: 5),
    ]

    /// A transaction with the prices of its seats, the first ones first.
    struct Purchase {
        let seats: [Decimal]
        let start: Date
        /// The number of the period that it is a part of.
        let period: Int
        let isRenewal: Bool
        var revokedSeats = 0
        var revoked: Date?

        var remaining: Int { revoked == nil ? seats.count - revokedSeats : 0 }
        /// The seats that were added last are refunded first.
        var refunded: Decimal {
            seats.suffix(revokedSeats).reduce(0, +)
        }
    }

    enum State {
        case never, active
        case retry(until: Date)
        case ended(Int)
        case revoked
    }

    var state = State.never
    var purchases: [Purchase] = []
    var ends: [Date] = []
    var renews = false
    var renewalSeats = 0
    var failsRenewals = false
    private var from = Date.distantPast
    private var months = 0

    var isSubscribed: Bool { if case .active = state { true } else { false } }

    /// The seats of the present period.
    var seats: Int { present.reduce(0) { $0 + $1.remaining } }

    var present: [Purchase] { purchases.filter { $0.period == ends.count - 1 } }

    /// The prices of some seats after others.
    static func prices(of count: Int, after former: Int) -> [Decimal] {
        (former..<former + count).map { number in
            bands.last { $0.first <= number + 1 }?.price ?? 0
        }
    }
}

// Due events.
extension SeatModel {
    var due: Date? {
        switch state {
        case .never, .ended, .revoked: nil
        case .active: ends.last
        case .retry(let end): end
        }
    }

    mutating func settle() -> [String] {
        switch state {
        case .never, .ended, .revoked: return []
        case .retry: return end(2, "BILLING_RETRY")
        case .active: break
        }
        guard renews else { return end(1, "VOLUNTARY") }
        guard !failsRenewals, let start = ends.last else {
            state = .retry(until: (ends.last ?? .distantPast) + 60 * 86_400)
            return ["DID_FAIL_TO_RENEW"]
        }
        renew(from: start)
        return ["DID_RENEW"]
    }

    private mutating func end(_ reason: Int, _ subtype: String) -> [String] {
        state = .ended(reason)
        renews = false
        return ["EXPIRED.\(subtype)"]
    }

    private mutating func renew(from start: Date) {
        begin(renewalSeats, from: start, isRenewal: true)
    }

    /// Begins a period with one transaction for all seats.
    private mutating func begin(_ count: Int, from start: Date, isRenewal: Bool) {
        if start != ends.last { (from, months) = (start, 0) }
        months += 1
        let length = ModelLength(SubscriptionPeriod(value: months, unit: .month))
        ends.append(length.added(to: from, day: ModelLength.day(of: from)))
        purchases.append(
            Purchase(
                seats: Self.prices(of: count, after: 0),
                start: start,
                period: ends.count - 1,
                isRenewal: isRenewal
            )
        )
        (state, renewalSeats) = (.active, count)
    }
}

// Actions of the purchaser, the developer and the App Store.
extension SeatModel {
    /// Buys seats, so that there are some in all.
    mutating func buy(_ total: Int, at date: Date) -> [String] {
        guard total > 0 else { return [] }
        let date = max(date, purchases.map { $0.start + 1 }.max() ?? date)
        guard isSubscribed else {
            let event = purchases.isEmpty ? "INITIAL_BUY" : "RESUBSCRIBE"
            renews = true
            begin(total, from: date, isRenewal: false)
            return ["SUBSCRIBED.\(event)"]
        }
        guard total >= seats else { return [] }
        guard total > seats else { return keep() }
        purchases.append(
            Purchase(
                seats: Self.prices(of: total - seats, after: seats),
                start: date,
                period: ends.count - 1,
                isRenewal: false
            )
        )
        renewalSeats = total
        defer { renews = true }
        return ["DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY"]
            + (renews ? [] : ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED"])
    }

    /// Buys the present seats after a cancellation, which takes that back, and the choice of fewer.
    private mutating func keep() -> [String] {
        guard !renews else { return [] }
        defer { (renewalSeats, renews) = (seats, true) }
        return (renewalSeats == seats ? [] : ["DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY"])
            + ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED"]
    }

    /// Decides how many seats renew, up to those of the present period.
    mutating func setRenewalSeats(_ count: Int) -> [String] {
        guard due != nil, (1...max(1, seats)).contains(count), count != renewalSeats else {
            return []
        }
        defer { renewalSeats = count }
        let change = count < renewalSeats ? "DECREASE" : "INCREASE"
        return ["DID_CHANGE_RENEWAL_PREF.\(change)_QUANTITY"]
    }

    mutating func setAutoRenew(_ isOn: Bool) -> [String] {
        guard isOn != renews, due != nil else { return [] }
        if case .retry = state {
            return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"] + end(1, "VOLUNTARY")
        }
        renews = isOn
        return ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_" + (isOn ? "ENABLED" : "DISABLED")]
    }

    mutating func collectPayment(at date: Date) -> [String] {
        guard case .retry = state else { return [] }
        renew(from: max(date, purchases.map { $0.start + 1 }.max() ?? date))
        return ["DID_RENEW.BILLING_RECOVERY"]
    }

    /// Refunds a transaction; the purchaser keeps access by another one of the same period.
    mutating func refund(_ index: Int, at date: Date) -> [String] {
        guard purchases.indices.contains(index), purchases[index].revoked == nil else { return [] }
        purchases[index].revoked = max(date, purchases[index].start)
        purchases[index].revokedSeats = purchases[index].seats.count
        endWithoutSeats(after: index)
        return ["REFUND"]
    }

    /// Refunds some seats of a transaction, and further ones of the newest others of its period.
    mutating func refundSeats(_ count: Int, of index: Int, at date: Date) -> [String] {
        guard purchases.indices.contains(index) else { return [] }
        let period = purchases[index].period
        let others = purchases.indices.reversed().filter {
            purchases[$0].period == period && $0 != index
        }
        let order = ([index] + others).filter { purchases[$0].remaining > 0 }
        guard order.first == index, count > 0,
            count <= order.reduce(0, { $0 + purchases[$1].remaining })
        else { return [] }
        let date = purchases.filter { $0.period == period }.map(\.start).reduce(date, max)
        var (rest, events) = (count, [String]())
        for index in order where rest > 0 {
            let seats = min(rest, purchases[index].remaining)
            rest -= seats
            purchases[index].revokedSeats += seats
            let isRevoked = purchases[index].revokedSeats == purchases[index].seats.count
            if isRevoked { purchases[index].revoked = date }
            events.append(isRevoked ? "REFUND" : "REFUND.SEATS")
        }
        endWithoutSeats(after: index)
        return events
    }

    private mutating func endWithoutSeats(after index: Int) {
        guard purchases[index].period == ends.count - 1 else { return }
        // Refunded seats do not renew.
        if seats > 0 { renewalSeats = min(renewalSeats, seats) }
        if present.allSatisfy({ $0.revoked != nil }) {
            (state, renews) = (.revoked, false)
        }
    }
}
