import Foundation
import StoreKit

extension DateComponentsFormatter {
    /// A formatter of the Gregorian calendar in a locale, settings given or Apple's defaults.
    static func make(
        _ style: UnitsStyle = .full,
        locale: String = "en_US",
        units: NSCalendar.Unit = [],
        zeros: ZeroFormattingBehavior = .default,
        calendar identifier: Calendar.Identifier = .gregorian,
        timeZone: TimeZone = .gmt
    ) -> DateComponentsFormatter {
        let formatter = DateComponentsFormatter()
        var calendar = Calendar(identifier: identifier)
        calendar.locale = Locale(identifier: locale)
        calendar.timeZone = timeZone
        formatter.calendar = calendar
        formatter.unitsStyle = style
        formatter.allowedUnits = units
        formatter.zeroFormattingBehavior = zeros
        return formatter
    }
}
