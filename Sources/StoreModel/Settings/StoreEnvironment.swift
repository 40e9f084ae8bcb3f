package import AppReceipt
package import Foundation

/// The environment of a store, by its name in signed documents.
public enum StoreEnvironment: String, Sendable, CaseIterable, Codable {
    /// The App Store.
    case production = "Production"
    /// Apple's sandbox, the environment of a new ledger.
    case sandbox = "Sandbox"
    /// StoreKit testing in Xcode, the environment of a test session.
    case xcode = "Xcode"

    /// The environment in signed documents.
    package var name: JWSEnvironment { JWSEnvironment(rawValue: rawValue) }

    /// Returns the date of a purchase, a refund or another event at a date.
    ///
    /// Xcode's dates have fractions of a second. Sandbox and production dates are whole seconds,
    /// rounded down. Source: Apple's samples of signed transactions.
    package func eventDate(_ date: Date) -> Date {
        self == .xcode ? date : date.wholeSeconds
    }

    /// Returns the start of a period that is bought at a date, later than the last period's start.
    ///
    /// With equal starts, the newest period would depend on the order of a list.
    package func periodStart(boughtAt date: Date, after last: Date?) -> Date {
        guard let last else { return date }
        let nextMillisecond = Date(millisecondsSince1970: last.milliseconds + 1)
        return max(date, self == .xcode ? nextMillisecond : last.nextSecond)
    }
}
