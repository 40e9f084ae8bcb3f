import Foundation

extension SubscriptionPeriod {
    /// What a period counts.
    public enum Unit: String, Sendable, CaseIterable {
        /// Calendar days.
        case day

        /// Weeks of seven days.
        case week

        /// Calendar months.
        case month

        /// Calendar years.
        case year

        init?(designator: Character) {
            guard let unit = Self.allCases.first(where: { $0.designator == designator }) else {
                return nil
            }
            self = unit
        }

        var designator: Character {
            switch self {
            case .day: "D"
            case .week: "W"
            case .month: "M"
            case .year: "Y"
            }
        }

        var calendarComponent: Calendar.Component {
            switch self {
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        }
    }
}
