/// What the clocks of Los Angeles show: tz database, zone America/Los_Angeles, since 1967.
///
/// No receipt is older than the App Store; for dates before 1967 summers are not told from winters.
enum PacificTime {
    private static let standard = -8 * 3600
    private static let daylight = -7 * 3600

    /// The seconds that the clocks are ahead of UTC, at a moment in seconds since 1970.
    static func offset(at seconds: Int64) -> Int {
        let year = CivilDate(at: seconds).year
        guard year >= 1967 else { return standard }
        // Clocks change at two o'clock, which is ten in UTC before a summer and nine at its end.
        let start = firstDay(year).secondsSince1970 + 36_000
        let end = lastDay(year).secondsSince1970 + 32_400
        return start..<end ~= seconds ? daylight : standard
    }

    /// The day on which clocks go forward; in 1974 and 1975 the shortage of oil brought it forward.
    private static func firstDay(_ year: Int) -> CivilDate {
        switch year {
        case 2007...: CivilDate(year: year, month: 3, day: 8).sundayFromHere
        case 1987...: CivilDate(year: year, month: 4, day: 1).sundayFromHere
        case 1975: CivilDate(year: year, month: 2, day: 23)
        case 1974: CivilDate(year: year, month: 1, day: 6)
        default: CivilDate(year: year, month: 4, day: 24).sundayFromHere
        }
    }

    /// The day on which clocks go back.
    private static func lastDay(_ year: Int) -> CivilDate {
        year >= 2007
            ? CivilDate(year: year, month: 11, day: 1).sundayFromHere
            : CivilDate(year: year, month: 10, day: 25).sundayFromHere
    }
}
