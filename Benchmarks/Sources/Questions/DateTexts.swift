import Foundation

/// The three spellings of a date in an answer of verifyReceipt.
enum DateTexts {
    private static let greenwich = style(TimeZone(secondsFromGMT: 0) ?? .gmt)
    private static let pacific = style(TimeZone(identifier: "America/Los_Angeles") ?? .gmt)

    static func fields(_ name: String, _ date: Date?) -> [String: String] {
        guard let date else { return [:] }
        return [
            name: date.formatted(greenwich) + " Etc/GMT",
            name + "_ms": String(Int(date.timeIntervalSince1970) * 1000),
            name + "_pst": date.formatted(pacific) + " America/Los_Angeles",
        ]
    }

    private static func style(_ zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
            .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    }
}
