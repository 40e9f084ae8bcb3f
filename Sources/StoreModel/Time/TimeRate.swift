package import Foundation

/// The speed of subscription time, with the raw values of `SKTestSession.TimeRate` and of Xcode's
/// files.
public enum TimeRate: Int, Sendable, CaseIterable, Codable {
    /// Real time.
    case realTime = 0
    /// An hour stands for a day.
    case oneHourIsOneDay = 1
    /// Thirty minutes stand for a day.
    case thirtyMinutesIsOneDay = 2
    /// Five minutes stand for a day.
    case fiveMinutesIsOneDay = 3
    /// A minute stands for a day.
    case oneMinuteIsOneDay = 4
    /// Thirty seconds stand for a day.
    case thirtySecondsIsOneDay = 5
    /// A second stands for a day.
    case oneSecondIsOneDay = 6
    /// A month lasts an hour.
    case monthlyRenewalEveryHour = 10
    /// A month lasts thirty minutes.
    case monthlyRenewalEveryThirtyMinutes = 11
    /// A month lasts fifteen minutes.
    case monthlyRenewalEveryFifteenMinutes = 12
    /// A month lasts five minutes.
    case monthlyRenewalEveryFiveMinutes = 13
    /// A month lasts thirty seconds.
    case monthlyRenewalEveryThirtySeconds = 15
    /// Every period lasts fifteen minutes.
    case oneRenewalEveryFifteenMinutes = 1000
    /// Every period lasts five minutes.
    case oneRenewalEveryFiveMinutes = 1001
    /// Every period lasts a minute.
    case oneRenewalEveryMinute = 1002
    /// Every period lasts thirty seconds.
    case oneRenewalEveryThirtySeconds = 1003
    /// Every period lasts ten seconds.
    case oneRenewalEveryTenSeconds = 1004
    /// Every period lasts two seconds.
    case oneRenewalEveryTwoSeconds = 1005

    /// The end of `count` periods from `start`.
    ///
    /// Real time follows the Gregorian calendar at UTC. A rate that shortens the day shortens this
    /// calendar time in proportion. A monthly rate has its own length of a week; a day is a seventh
    /// of it, to the nearest second. With the other rates, every period has the same length.
    package func end(of period: SubscriptionPeriod, count: Int = 1, from start: Date) -> Date {
        switch pace {
        case .calendar:
            period.end(from: start, count: count)
        case .day(let length):
            start + period.end(from: start, count: count).timeIntervalSince(start) * length / 86400
        case .month(let month, let week):
            start + Self.length(of: period, month: month, week: week, count: count)
        case .period(let length):
            start + length * Double(count)
        }
    }

    /// The length of a grace period in seconds.
    ///
    /// The chosen length counts in real time and where the day is shortened. Elsewhere it is half
    /// a month or six sevenths of a week, or a period where all are equally long.
    package func gracePeriod(
        isWeekly: Bool,
        length: GracePeriodLength = .sixteenDays
    ) -> TimeInterval {
        switch pace {
        case .calendar: length.days(isWeekly: isWeekly) * 86_400
        case .day(let day): length.days(isWeekly: isWeekly) * day
        case .month(let month, let week): isWeekly ? (week * 6 / 7).rounded() : month / 2
        case .period(let length): length
        }
    }

    /// The seconds of billing retry: 60 days, or two of the months or periods of a rate.
    ///
    /// For a monthly plan it is 90 days; that they are three months or periods is inference.
    package func billingRetryPeriod(isMonthlyPlan: Bool) -> TimeInterval {
        let monthCount: TimeInterval = isMonthlyPlan ? 3 : 2
        return switch pace {
        case .calendar: monthCount * 30 * 86_400
        case .day(let length): monthCount * 30 * length
        case .month(let month, _): monthCount * month
        case .period(let length): monthCount * length
        }
    }

    private static func length(
        of period: SubscriptionPeriod,
        month: TimeInterval,
        week: TimeInterval,
        count: Int
    ) -> TimeInterval {
        let total = Double(period.value) * Double(count)
        return switch period.unit {
        case .day: (total * week / 7).rounded()
        case .week: total * week
        case .month: total * month
        case .year: total * month * 12
        }
    }

    /// The rule of a rate; lengths are in seconds.
    enum Pace {
        case calendar
        case day(TimeInterval)
        case month(TimeInterval, week: TimeInterval)
        case period(TimeInterval)
    }

    /// The lengths in Apple's tables; with a monthly rate, the week isn't proportional.
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
        // Apple's tables give 257 seconds for its weekly grace period, six sevenths of this week.
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
