import Foundation

extension TimeRate {
    /// The rule behind a rate; lengths are in seconds.
    enum Pace {
        case calendar
        case day(TimeInterval)
        case month(TimeInterval, week: TimeInterval)
        case period(TimeInterval)
    }

    /// Apple's tables: a week under a monthly rate is a number of its own, not a share of the
    /// month.
    var pace: Pace {
        switch self {
        case .realTime: .calendar
        case .oneHourIsOneDay: .day(3600)
        case .thirtyMinutesIsOneDay: .day(1800)
        case .fiveMinutesIsOneDay: .day(300)
        case .oneMinuteIsOneDay: .day(60)
        case .thirtySecondsIsOneDay: .day(30)
        case .oneSecondIsOneDay: .day(1)
        case .monthlyRenewalEveryHour: .month(3600, week: 900)
        case .monthlyRenewalEveryThirtyMinutes: .month(1800, week: 600)
        // The 257 seconds of its weekly grace period are six sevenths of this week.
        case .monthlyRenewalEveryFifteenMinutes: .month(900, week: 300)
        case .monthlyRenewalEveryFiveMinutes: .month(300, week: 180)
        case .monthlyRenewalEveryThirtySeconds: .month(30, week: 10)
        case .oneRenewalEveryFifteenMinutes: .period(900)
        case .oneRenewalEveryFiveMinutes: .period(300)
        case .oneRenewalEveryMinute: .period(60)
        case .oneRenewalEveryThirtySeconds: .period(30)
        case .oneRenewalEveryTenSeconds: .period(10)
        case .oneRenewalEveryTwoSeconds: .period(2)
        }
    }
}
