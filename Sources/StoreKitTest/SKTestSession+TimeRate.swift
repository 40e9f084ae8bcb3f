extension SKTestSession {
    /// The speed of subscription time.
    ///
    /// Apple's older rates shorten the day. The monthly ones give every kind of period a length of
    /// its own, and the others give all periods the same length.
    @nonexhaustive
    public enum TimeRate: Int, Sendable {
        /// As fast as the calendar.
        case realTime = 0
        /// A day takes an hour.
        case oneHourIsOneDay = 1
        /// A day takes thirty minutes.
        case thirtyMinutesIsOneDay = 2
        /// A day takes five minutes.
        case fiveMinutesIsOneDay = 3
        /// A day takes a minute.
        case oneMinuteIsOneDay = 4
        /// A day takes thirty seconds.
        case thirtySecondsIsOneDay = 5
        /// A day takes a second.
        case oneSecondIsOneDay = 6
        /// A month takes an hour.
        case monthlyRenewalEveryHour = 10
        /// A month takes thirty minutes.
        case monthlyRenewalEveryThirtyMinutes = 11
        /// A month takes fifteen minutes.
        case monthlyRenewalEveryFifteenMinutes = 12
        /// A month takes five minutes.
        case monthlyRenewalEveryFiveMinutes = 13
        /// A month takes thirty seconds.
        case monthlyRenewalEveryThirtySeconds = 15
        /// Every period takes fifteen minutes.
        case oneRenewalEveryFifteenMinutes = 1000
        /// Every period takes five minutes.
        case oneRenewalEveryFiveMinutes = 1001
        /// Every period takes a minute.
        case oneRenewalEveryMinute = 1002
        /// Every period takes thirty seconds.
        case oneRenewalEveryThirtySeconds = 1003
        /// Every period takes ten seconds.
        case oneRenewalEveryTenSeconds = 1004
        /// Every period takes two seconds.
        case oneRenewalEveryTwoSeconds = 1005
    }
}
