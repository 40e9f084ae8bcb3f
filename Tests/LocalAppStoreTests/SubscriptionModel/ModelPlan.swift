import Foundation

@testable import LocalAppStore

/// A length of time on the calendar: some days, or some months.
struct ModelLength: Equatable {
    var days = 0
    var months = 0

    init(days: Int) { self.days = days }

    init(_ period: SubscriptionPeriod) {
        switch period.unit {
        case .day: days = period.value
        case .week: days = period.value * 7
        case .month: months = period.value
        case .year: months = period.value * 12
        }
    }

    /// The length some times.
    func times(_ count: Int) -> ModelLength {
        var length = self
        length.days *= count
        length.months *= count
        return length
    }

    /// The date that is this much later, on a day of the month if the month has it.
    func added(to date: Date, day: Int? = nil) -> Date {
        let seconds = Int(date.timeIntervalSince1970)
        guard months > 0 else { return date + TimeInterval(days * 86_400) }
        var (year, month, start) = Self.civil(seconds.quotient(86_400))
        let index = year * 12 + month - 1 + months
        (year, month) = (index.quotient(12), index - index.quotient(12) * 12 + 1)
        let last =
            Self.number(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1) - 1
        let first = Self.number(year: year, month: month, day: 1)
        start = min(day ?? start, last - first + 1)
        let time = seconds - seconds.quotient(86_400) * 86_400
        return Date(timeIntervalSince1970: TimeInterval((first + start - 1) * 86_400 + time))
    }

    /// The day of the month of a date at UTC.
    static func day(of date: Date) -> Int {
        civil(Int(date.timeIntervalSince1970).quotient(86_400)).day
    }

    /// The days from 1 January 1970 to a date.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400)
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (year - 1970) * 365 + leaps + lengths.prefix(month - 1).reduce(0, +) + day - 1
    }

    private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + number / 366
        while Self.number(year: year + 1, month: 1, day: 1) <= number { year += 1 }
        var month = 1
        while month < 12, Self.number(year: year, month: month + 1, day: 1) <= number { month += 1 }
        return (year, month, number - Self.number(year: year, month: month, day: 1) + 1)
    }
}

extension Int {
    /// The quotient, rounded down.
    fileprivate func quotient(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}

/// A product of a subscription group, as the model knows it.
struct ModelPlan {
    let id: String
    let group: String
    let level: Int
    let price: Decimal
    let length: ModelLength
    /// Whether the first file says that a family can share it.
    let isShareable: Bool
    let introductory: ModelOffer?
    /// The offers that a customer requests.
    let offers: [ModelOffer]

    init?(_ product: CatalogProduct) {
        guard let terms = product.subscription else { return nil }
        id = product.id
        group = terms.groupID
        level = terms.level
        price = product.price
        length = ModelLength(terms.period)
        isShareable = product.isFamilyShareable
        introductory = terms.introductoryOffer.map { ModelOffer(.introductory, $0) }
        offers =
            terms.promotionalOffers.map { ModelOffer(.promotional, $0) }
            + terms.codeOffers.map { ModelOffer(.code, $0) }
            + terms.winBackOffers.map { ModelOffer(.winBack, $0) }
    }
}

/// An offer of a product, as the model knows it.
struct ModelOffer: Equatable {
    enum Kind: String { case introductory, promotional, code, winBack }

    let kind: Kind
    let id: String
    let price: Decimal
    let isFree: Bool
    /// What one transaction pays for, and how many transactions there are.
    let length: ModelLength
    let payments: Int
    let customers: Set<CatalogOffer.Eligibility>
    let isStackable: Bool

    init(_ kind: Kind, _ offer: CatalogOffer) {
        self.kind = kind
        id = offer.id ?? offer.referenceName ?? ""
        price = offer.price
        isFree = offer.paymentMode == .freeTrial
        let isPaidByPeriod = offer.paymentMode == .payAsYouGo
        length = ModelLength(offer.period).times(isPaidByPeriod ? 1 : offer.numberOfPeriods)
        payments = isPaidByPeriod ? offer.numberOfPeriods : 1
        customers = offer.eligibility
        isStackable = kind == .code && offer.isStackable
    }

    var name: String { "\(kind) \(id)" }
}

extension ModelPlan: CustomStringConvertible {
    var description: String {
        let offers = ([introductory].compactMap { $0 } + offers).map { offer in
            "\(offer.name) \(offer.payments) × \(offer.length) for \(offer.price)"
                + (offer.isStackable ? " stackable" : "")
        }
        return "\(id) level \(level) \(length) for \(price)"
            + (isShareable ? " shareable" : "") + offers.map { ", \($0)" }.joined()
    }
}

extension ModelLength: CustomStringConvertible {
    var description: String { days > 0 ? "\(days) days" : "\(months) months" }
}
