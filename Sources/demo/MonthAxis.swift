import Foundation

/// Twelve months side by side, each as wide as the others, regardless of its number of days.
struct MonthAxis {
    static let columnsPerMonth = 5

    private let months: [DateInterval]

    /// Makes the axis from the month of a date on.
    init(from date: Date) {
        months = (0..<12).compactMap { number in
            let month = Self.calendar.date(byAdding: .month, value: number, to: date)
            return month.flatMap { Self.calendar.dateInterval(of: .month, for: $0) }
        }
    }

    /// The year in which the axis begins.
    var year: String {
        months.first.map { String(Self.calendar.component(.year, from: $0.start)) } ?? ""
    }

    /// The names of the months, of three letters, each above its first column.
    var names: String {
        months.map { Self.name(of: $0.start) }
            .joined(separator: String(repeating: " ", count: Self.columnsPerMonth - 3))
    }

    /// A tick at the first column of each month.
    var ticks: String {
        let month = "|" + String(repeating: "-", count: Self.columnsPerMonth - 1)
        return String(repeating: month, count: months.count)
    }

    /// The date at which each column ends.
    var columnEnds: [Date] {
        months.flatMap { month in
            (1...Self.columnsPerMonth).map { column in
                month.start + month.duration * Double(column) / Double(Self.columnsPerMonth)
            }
        }
    }

    /// The column of a date; nil if the axis does not reach it.
    func column(of date: Date) -> Int? {
        guard let first = months.first, date >= first.start else { return nil }
        return columnEnds.firstIndex { date < $0 }
    }

    /// A date as its month and day, such as "Feb 3", at UTC.
    static func day(_ date: Date) -> String {
        "\(name(of: date)) \(calendar.component(.day, from: date))"
    }

    private static func name(of date: Date) -> String {
        calendar.shortMonthSymbols[calendar.component(.month, from: date) - 1]
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US_POSIX")
        calendar.timeZone = .gmt
        return calendar
    }()
}
