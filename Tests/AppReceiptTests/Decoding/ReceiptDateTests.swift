import Foundation
import Testing

@testable import AppReceipt

@Suite struct ReceiptDateTests {
    private static func parse(_ text: String) -> TimeInterval? {
        let slice = Array(text.utf8)[...]
        return ReceiptDate.parse(slice.indices, in: slice.span)?.timeIntervalSince1970
    }

    @Test(arguments: [
        ("2024-06-01T12:00:00Z", 1_717_243_200),
        ("1970-01-01T00:00:00Z", 0),
        ("2013-08-01T07:00:00Z", 1_375_340_400),
        ("2020-07-22T18:33:15+0100", 1_595_439_195),
        ("2020-07-22T18:33:15+01:00", 1_595_439_195),
        ("2020-07-22T18:33:15-0330", 1_595_455_395),
        ("4001-01-01T03:00:00+0300", 64_092_211_200),
        ("2000-02-29T23:59:59Z", 951_868_799),
        ("2024-06-01T12:00:00.25Z", 1_717_243_200.25),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `the dates of receipts are parsed`(text: String, seconds: TimeInterval) {
        #expect(Self.parse(text) == seconds)
    }

    @Test(arguments: [
        "", "2024-06-01", "2024-06-01T12:00:00", "2024-06-01 12:00:00Z", "2024-13-01T12:00:00Z",
        "2024-00-01T12:00:00Z", "2023-02-29T12:00:00Z", "1900-02-29T12:00:00Z",
        "2024-04-31T12:00:00Z", "2024-06-01T24:00:00Z", "2024-06-01T12:60:00Z",
        "2024-06-01T12:00:60Z", "2024-06-01T12:00:00z", "2024-06-01T12:00:00ZZ",
        "2024-06-01T12:00:00+1", "2024-06-01T12:00:00+2400", "2024-06-01T12:00:00*0100",
        "2024-06-01T12:00:00.Z", "2024-06-01T12:00:00+01-00", "0000-01-01T00:00:00Z",
        "0001-01-01T00:59:59+0100", "9999-12-31T23:00:00-0100", "2024-06-01T12:00:60+0000",
        "+024-06-01T12:00:00Z", "2024-06-01T12:00:00.1234567891Z", "20240601T120000ZZZZZ",
        "2024-06-00T12:00:00Z", "2024-06-00T12:00:00+0000",
    ])
    func `what is not a date is refused`(text: String) {
        #expect(Self.parse(text) == nil)
    }

    @Test func `dates agree with Foundation over four thousand years`() throws {
        let formatter = ISO8601DateFormatter()
        for step in 0..<400 {
            let date = Date(timeIntervalSince1970: -62_135_596_800 + Double(step) * 333_333_337)
            let text = try #require(ReceiptDate.format(date))
            #expect(
                text == formatter.string(from: date) || date.timeIntervalSince1970 < -12_219_292_800
            )
            #expect(Self.parse(text) == date.timeIntervalSince1970)
        }
    }

    @Test func `only the years 1 to 9999 are formatted`() {
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: -62_135_596_801)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: 253_402_300_800)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: .nan)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59Z")
    }

    @Test(arguments: ["2024-06-30T12:34:59Z", "2023-02-28T23:00:00Z", "1999-12-31T09:59:09Z"])
    func `a date in UTC is parsed like any other`(text: String) {
        let good = Array(text.utf8)
        let slice = good[...]
        let date = ReceiptDate.parseUTC(0..<20, in: slice.span)
        #expect(date != nil)
        for index in good.indices {
            for value in UInt8.min...UInt8.max {
                var slice = good[...]
                slice[index] = value
                let found = ReceiptDate.parseUTC(0..<20, in: slice.span)
                let expected = ReceiptDate.parseGeneral(0..<20, in: slice.span)
                #expect(found == expected, "byte \(index) as \(value)")
            }
        }
    }
}

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
