import Foundation
import StoreKit

/// Formats the length of a subscription period in words.
enum PeriodFormatter {
    /// For example "1 month"; empty for no period and for one of no units.
    static func string(_ period: SKProductSubscriptionPeriod?, _ locale: Locale) -> String {
        // Apple's StoreKit has sent such a period for products that aren't subscriptions.
        guard let period, period.numberOfUnits > 0 else { return "" }
        let formatter = DateComponentsFormatter()
        formatter.calendar = calendar(locale)
        formatter.unitsStyle = .full
        formatter.allowedUnits = unit(period.unit)
        return formatter.string(from: components(period)) ?? ""
    }

    private static func calendar(_ locale: Locale) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        return calendar
    }

    private static func unit(_ unit: SKProduct.PeriodUnit) -> NSCalendar.Unit {
        switch unit {
        case .day: .day
        case .week: .weekOfMonth
        case .year: .year
        default: .month
        }
    }

    private static func components(_ period: SKProductSubscriptionPeriod) -> DateComponents {
        switch period.unit {
        case .day: DateComponents(day: period.numberOfUnits)
        case .week: DateComponents(weekOfMonth: period.numberOfUnits)
        case .year: DateComponents(year: period.numberOfUnits)
        default: months(period)
        }
    }

    /// Apple may add units, which older code can only guess at.
    private static func months(_ period: SKProductSubscriptionPeriod) -> DateComponents {
        if period.unit != .month {
            Log.current(
                .warning,
                "A subscription period has an unknown unit; it is shown in months."
            )
        }
        return DateComponents(month: period.numberOfUnits)
    }
}
