/// A day of the Gregorian calendar, from the year 0 on.
struct CivilDate: Equatable {
    static let secondsPerDay: Int64 = 86_400

    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day of a moment in seconds since 1970, in UTC.
    init(at seconds: Int64) {
        let fromMidnight = seconds >= 0 ? seconds : seconds - (Self.secondsPerDay - 1)
        self.init(daysSince1970: Int(fromMidnight / Self.secondsPerDay))
    }

    /// Years are counted from 1 March of the year 0, so that a leap day is the last of its year;
    /// 400 years have 146,097 days.
    init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (dayOfYear * 5 + 2) / 153
        let isNextYear = monthFromMarch >= 10
        self.init(
            year: era * 400 + yearOfEra + (isNextYear ? 1 : 0),
            month: isNextYear ? monthFromMarch - 9 : monthFromMarch + 3,
            day: dayOfYear - (monthFromMarch * 153 + 2) / 5 + 1
        )
    }

    @inline(__always)
    var daysSince1970: Int {
        let (fromMarch, monthFromMarch) =
            month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = fromMarch / 4 - fromMarch / 100 + fromMarch / 400
        return fromMarch * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
    }

    /// The day's midnight in UTC: 64 bits, because an `Int` of a watch ends in 2038.
    @inline(__always)
    var secondsSince1970: Int64 { Int64(daysSince1970) * Self.secondsPerDay }

    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
