import Foundation
import Testing

@testable import AppReceipt

@Suite struct ResponseDateTests {
    @Test(arguments: [
        (
            1_595_439_548, "2020-07-22 17:39:08 Etc/GMT", "1595439548000",
            "2020-07-22 10:39:08 America/Los_Angeles"
        ),
        (
            1_595_440_486.402, "2020-07-22 17:54:46 Etc/GMT", "1595440486402",
            "2020-07-22 10:54:46 America/Los_Angeles"
        ),
        (
            1_704_067_199.9994, "2023-12-31 23:59:59 Etc/GMT", "1704067199999",
            "2023-12-31 15:59:59 America/Los_Angeles"
        ),
        (
            1_704_067_199.9996, "2024-01-01 00:00:00 Etc/GMT", "1704067200000",
            "2023-12-31 16:00:00 America/Los_Angeles"
        ),
        (
            -0.001, "1969-12-31 23:59:59 Etc/GMT", "-1", "1969-12-31 15:59:59 America/Los_Angeles"
        ),
        (
            64_092_211_200, "4001-01-01 00:00:00 Etc/GMT", "64092211200000",
            "4000-12-31 16:00:00 America/Los_Angeles"
        ),
        (
            -62_135_596_800, "0001-01-01 00:00:00 Etc/GMT", "-62135596800000",
            "0000-12-31 16:07:02 America/Los_Angeles"
        ),
    ])
    func `a date has three spellings`(
        seconds: TimeInterval,
        utc: String,
        milliseconds: String,
        pacific: String
    ) throws {
        let date = try #require(ResponseDate(Date(timeIntervalSince1970: seconds)))
        #expect(date.utc == utc)
        #expect(date.milliseconds == milliseconds)
        #expect(date.pacific == pacific)
    }

    @Test(arguments: [
        (TimeInterval.infinity, "253402300799999", "9999-12-31 23:59:59 Etc/GMT"),
        (1e300, "253402300799999", "9999-12-31 23:59:59 Etc/GMT"),
        (-TimeInterval.infinity, "-62135596800000", "0001-01-01 00:00:00 Etc/GMT"),
    ])
    func `a date out of range becomes the nearest in it`(
        seconds: TimeInterval,
        milliseconds: String,
        utc: String
    ) throws {
        let date = try #require(ResponseDate(Date(timeIntervalSince1970: seconds)))
        #expect(date.milliseconds == milliseconds)
        #expect(date.utc == utc)
    }

    @Test func `a date that is no number has no spelling and is left out`() {
        let date = Date(timeIntervalSince1970: .nan)
        #expect(ResponseDate(date) == nil)
        var object = ResponseObject()
        object.add(.request, date)
        object.add(.request, nil)
        #expect(object.members == [])
    }

    @Test func `the texts agree with Foundation's calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for step in 0..<2000 {
            let date = Date(timeIntervalSince1970: Double(step) * 2_051_723)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: date
            )
            let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
            let texts = numbers.map { ($0 ?? -1) < 10 ? "0\($0 ?? -1)" : "\($0 ?? -1)" }
            #expect(
                ResponseDate(date)?.pacific
                    == "\(parts.year ?? -1)-\(texts[0])-\(texts[1]) "
                    + "\(texts[2]):\(texts[3]):\(texts[4]) America/Los_Angeles"
            )
        }
    }
}

@Suite struct PacificTimeTests {
    @Test(arguments: [
        (1_710_064_799, -28_800), (1_710_064_800, -25_200),  // 10 March 2024
        (1_730_624_399, -25_200), (1_730_624_400, -28_800),  // 3 November 2024
    ])
    func `clocks change by an hour, twice a year`(seconds: TimeInterval, offset: Int) {
        #expect(PacificTime.offset(at: Date(timeIntervalSince1970: seconds)) == offset)
    }

    @Test func `without the zone it is standard time all year`() {
        let july = Date(timeIntervalSince1970: 1_595_439_548)
        #expect(PacificTime.offset(at: july, in: nil) == -28_800)
    }
}
