import Foundation

/// A unit of time that a duration can be told in, largest first.
enum DurationUnit: Int, CaseIterable {
    case year
    case month
    case week
    case day
    case hour
    case minute
    case second

    /// The component of a calendar that counts this unit; weeks are counted in days.
    var component: Calendar.Component {
        switch self {
        case .year: .year
        case .month: .month
        case .week, .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    /// How many of `component` make one unit.
    var length: Int { self == .week ? 7 : 1 }

    /// The option that allows this unit in a formatter.
    var option: NSCalendar.Unit {
        switch self {
        case .year: .year
        case .month: .month
        case .week: .weekOfMonth
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    /// Whether a clock shows this unit.
    var isClockTime: Bool { rawValue >= Self.hour.rawValue }

    /// The length in seconds, good for telling magnitudes apart and no more.
    var roughSeconds: Double {
        switch self {
        case .year: 31_622_400
        case .month: 2_678_400
        case .week: 604_800
        case .day: 86_400
        case .hour: 3_600
        case .minute: 60
        case .second: 1
        }
    }

    /// The count of this unit in `components`, or nil when it says nothing of it.
    func count(in components: DateComponents) -> Int? {
        switch self {
        case .year: components.year
        case .month: components.month
        case .week: components.weekOfMonth ?? components.weekOfYear
        case .day: components.day
        case .hour: components.hour
        case .minute: components.minute
        case .second: components.second
        }
    }
}
