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
    func `reads the dates that receipts hold`(text: String, seconds: TimeInterval) {
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
    ])
    func `refuses what is no date`(text: String) {
        #expect(Self.parse(text) == nil)
    }

    @Test func `agrees with Foundation over four thousand years`() throws {
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

    @Test func `writes only the years 1 to 9999`() {
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: -62_135_596_801)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: 253_402_300_800)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: .nan)) == nil)
        #expect(ReceiptDate.format(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59Z")
    }

    @Test(arguments: ["2024-06-30T12:34:59Z", "2023-02-28T23:00:00Z", "1999-12-31T09:59:09Z"])
    func `the shortcut finds what the general way finds`(text: String) {
        let good = Array(text.utf8)
        let slice = good[...]
        let date = ReceiptDate.usual(0..<20, in: slice.span)
        #expect(date != nil)
        for index in good.indices {
            for value in UInt8.min...UInt8.max {
                var slice = good[...]
                slice[index] = value
                let found = ReceiptDate.usual(0..<20, in: slice.span)
                let expected = ReceiptDate.parseAny(0..<20, in: slice.span)
                #expect(found == expected, "octet \(index) as \(value)")
            }
        }
    }
}
