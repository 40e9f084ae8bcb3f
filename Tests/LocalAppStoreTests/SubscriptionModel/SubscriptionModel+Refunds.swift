import Foundation

// Refunds, and those that are taken back.
extension SubscriptionModel {
    mutating func refund(_ index: Int, at date: Date) -> [String] {
        guard periods.indices.contains(index), periods[index].revoked == nil else { return [] }
        periods[index].revoked = max(date, periods[index].start)
        events.note(index == present ? .refundOfPresent : .refundOfEarlier)
        guard index == present else { return ["REFUND"] }
        (state, autoRenews, next, offers, suspended) = (.revoked, false, product, [], [])
        return ["REFUND"]
    }

    mutating func reverse(_ index: Int, at date: Date) -> [String] {
        guard periods.indices.contains(index), periods[index].revoked != nil else { return [] }
        var period = periods[index]
        period.revoked = nil
        // A group has one active subscription.
        let isTaken = periods.indices.contains { other in
            let (start, end) = (periods[other].start, periods[other].paidUntil)
            return other != index && start < end && period.start < period.paidUntil
                && start < period.paidUntil && period.start < end
        }
        guard !isTaken else {
            events.note(.refusedReversal)
            return []
        }
        periods[index] = period
        reinstate(index, at: date)
        return ["REFUND_REVERSED"]
    }

    private mutating func reinstate(_ index: Int, at date: Date) {
        let period = periods[index]
        if period.upgraded != nil { return events.note(.reversalOfReplaced) }
        if index == present {
            state = date < period.end ? .active : .ended(reason: 5)
            events.note(date < period.end ? .reversalOfPresent : .reversalAfterEnd)
        } else if state == .revoked, date < period.end {
            // What the customer bought instead was refunded, too.
            (state, present, next) = (.active, index, period.product)
            (consent, count) = (.none, period.count)
            events.note(.reversalOfEarlier)
        } else {
            events.note(.reversalOfFormer)
        }
    }
}
