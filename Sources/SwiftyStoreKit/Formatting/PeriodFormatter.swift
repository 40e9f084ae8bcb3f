import Foundation
import StoreKit

/// Formats the length of a subscription period in words.
enum PeriodFormatter {
    /// For example "1 month"; empty for no period and for one of no units.
    static func string(_ period: SKProductSubscriptionPeriod?, _ locale: Locale) -> String {
        // Apple's StoreKit has sent such a period for products that aren't subscriptions.
        guard let period, period.numberOfUnits > 0 else { return "" }
        let (unit, component) = unit(period.unit)
        var length = DateComponents()
        length[keyPath: component] = period.numberOfUnits
        let formatter = DateComponentsFormatter()
        formatter.calendar = calendar(locale)
        formatter.unitsStyle = .full
        formatter.allowedUnits = unit
        return formatter.string(from: length) ?? ""
    }

    private static func calendar(_ locale: Locale) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        return calendar
    }

    private static func unit(
        _ unit: SKProduct.PeriodUnit
    ) -> (NSCalendar.Unit, WritableKeyPath<DateComponents, Int?>) {
        switch unit {
        case .day: return (.day, \.day)
        case .week: return (.weekOfMonth, \.weekOfMonth)
        case .year: return (.year, \.year)
        case .month: return (.month, \.month)
        // Apple may add units, which older code can only guess at.
        @unknown default:
            Log.current(.warning, "A subscription period has an unknown unit; months are shown.")
            return (.month, \.month)
        }
    }
}
