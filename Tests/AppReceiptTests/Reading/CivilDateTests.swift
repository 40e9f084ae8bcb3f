import Testing

@testable import AppReceipt

@Suite struct CivilDateTests {
    @Test func `days count without a gap through four centuries and the year 0`() {
        var date = CivilDate(daysSince1970: -719_468)
        #expect(date == CivilDate(year: 0, month: 3, day: 1))
        for days in -719_467..<(-719_467 + 150_000) {
            let next = CivilDate(daysSince1970: days)
            #expect(next == following(date))
            #expect(next.daysSince1970 == days)
            date = next
        }
    }

    @Test(arguments: [
        (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (47_541, 2100, 3, 1),
        (2_932_896, 9999, 12, 31),
    ])
    func `a day has a number`(days: Int, year: Int, month: Int, day: Int) {
        let date = CivilDate(year: year, month: month, day: day)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days)
    }

    @Test(arguments: [
        (CivilDate(year: 2024, month: 3, day: 8), CivilDate(year: 2024, month: 3, day: 10)),
        (CivilDate(year: 2026, month: 11, day: 1), CivilDate(year: 2026, month: 11, day: 1)),
        (CivilDate(year: 1967, month: 4, day: 24), CivilDate(year: 1967, month: 4, day: 30)),
    ])
    func `the next Sunday may be the day itself`(date: CivilDate, sunday: CivilDate) {
        #expect(date.sundayFromHere == sunday)
    }

    private func following(_ date: CivilDate) -> CivilDate {
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if date.day < lengths[date.month - 1] {
            return CivilDate(year: date.year, month: date.month, day: date.day + 1)
        }
        return date.month < 12
            ? CivilDate(year: date.year, month: date.month + 1, day: 1)
            : CivilDate(year: date.year + 1, month: 1, day: 1)
    }
}
