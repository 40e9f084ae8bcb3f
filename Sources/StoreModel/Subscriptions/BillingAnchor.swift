package import Foundation

/// The date from which periods are counted, so that the 31st returns after a shorter month.
package struct BillingAnchor: Sendable, Equatable {
    /// The day on which the customer began to pay for periods of this length.
    package var date: Date
    /// The number of regular periods from `date` to the current period's end; 0 if none was paid.
    package var count: Int
    /// The day of the month on which the customer pays for months and years.
    ///
    /// In a shorter month it is the last one. It is later than the day of `date` if the length of
    /// periods changed in a shorter month, and `nil` for days and weeks, and before the first
    /// payment.
    package var day: Int?

    package init(date: Date, count: Int, day: Int? = nil) {
        self.date = date
        self.count = count
        self.day = day
    }
}

extension BillingAnchor {
    /// The anchor after a first period.
    ///
    /// The customer begins to pay with the period, or when a free one ends. Source: inference from
    /// Apple's documentation of billing, by which renewals are on the day of the purchase.
    package init(after terms: PurchaseTerms, from start: Date, to end: Date) {
        let isFree = terms.isFreeOffer
        self.init(date: isFree ? end : start, count: isFree ? 0 : terms.periodCount)
        if !isFree, terms.period?.isCountedInMonths == true { day = start.dayOfMonth }
    }

    /// The end of the period that was counted last, or of further ones.
    package func end(
        of period: SubscriptionPeriod,
        followedBy further: Int = 0,
        timeRate: TimeRate
    ) -> Date {
        let end = timeRate.end(of: period, count: count + further, from: date)
        guard let day, timeRate == .realTime, period.isCountedInMonths else { return end }
        return end.moved(toDayOfMonth: day)
    }

    /// Makes the anchor after a period without a known history.
    package init(after entry: LedgerEntry, to end: Date) {
        let isFree = entry.offer != nil && entry.price == 0
        self.init(date: isFree ? end : entry.purchaseDate, count: isFree ? 0 : 1)
        let day = max(entry.purchaseDate.dayOfMonth, end.dayOfMonth)
        let isBillingDay = [entry.purchaseDate, end].allSatisfy {
            $0.moved(toDayOfMonth: day) == $0
        }
        if !isFree, isBillingDay { self.day = day }
    }

    /// The anchor before a period that begins with another length, or at another time, than those
    /// that were counted so far; months and years keep a day of the month on which they begin.
    package init(before period: SubscriptionPeriod, from start: Date, keeping day: Int?) {
        self.init(date: start, count: 0)
        guard period.isCountedInMonths else { return }
        let isKept = day.map { start.moved(toDayOfMonth: $0) == start } ?? false
        self.day = isKept ? day : start.dayOfMonth
    }
}

extension SubscriptionPeriod {
    /// Whether the period is a number of months.
    fileprivate var isCountedInMonths: Bool {
        switch unit {
        case .day, .week: false
        case .month, .year: true
        }
    }
}

// Days of the Gregorian calendar at UTC.
extension Date {
    fileprivate var dayOfMonth: Int { SubscriptionPeriod.calendar.component(.day, from: self) }

    /// The same time on another day of the month, or on the last one of a shorter month.
    fileprivate func moved(toDayOfMonth day: Int) -> Date {
        let present = dayOfMonth
        guard present != day else { return self }
        let days = SubscriptionPeriod.calendar.range(of: .day, in: .month, for: self)
        return self + TimeInterval(min(day, days?.count ?? day) - present) * 86_400
    }
}
