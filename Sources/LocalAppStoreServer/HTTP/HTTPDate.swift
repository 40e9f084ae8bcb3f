import Foundation

/// A date as HTTP writes it: `Fri, 01 Mar 2024 12:00:00 GMT` (RFC 9110, 5.6.7).
struct HTTPDate: CustomStringConvertible {
    let description: String

    init(_ date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second],
            from: date
        )
        func digits(_ number: Int?, _ count: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let time = [parts.hour, parts.minute, parts.second].map { digits($0) }
        description = [
            Self.weekdays[((parts.weekday ?? 1) + 6) % 7] + ",", digits(parts.day),
            Self.months[((parts.month ?? 1) + 11) % 12], digits(parts.year, 4),
            time.joined(separator: ":"), "GMT",
        ]
        .joined(separator: " ")
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
