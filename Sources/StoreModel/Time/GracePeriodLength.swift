/// The length of a grace period, as a developer chooses it in App Store Connect; the raw value is
/// the number of days.
public enum GracePeriodLength: Int, Sendable, CaseIterable, Codable {
    /// Three days.
    case threeDays = 3
    /// Sixteen days, the default.
    case sixteenDays = 16
    /// Twenty-eight days.
    case twentyEightDays = 28

    /// The number of days, which is 6 at most for a weekly subscription.
    package func days(isWeekly: Bool) -> Double {
        Double(isWeekly ? min(rawValue, 6) : rawValue)
    }
}
