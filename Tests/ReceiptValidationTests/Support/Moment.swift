import Foundation

/// The moments that tests speak of; no test reads a clock.
enum Moment {
    static let created = Date(timeIntervalSince1970: 1_717_243_200)  // 2024-06-01T12:00:00Z
    static let chainStart = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let chainEnd = Date(timeIntervalSince1970: 2_208_988_800)  // 2040-01-01T00:00:00Z
    static let day: TimeInterval = 86_400
}
