import Foundation
import Testing

@testable import AppReceipt

@Suite struct PacificTimeTests {
    private static let start: Int64 = 0
    private static let end: Int64 = 4_133_980_800  // 2101-01-01T00:00:00Z

    private let zone: TimeZone

    init() throws {
        zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    }

    private func expected(_ seconds: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test func `every hour from 1970 to 2100 agrees with Foundation`() {
        let differing = stride(from: Self.start, to: Self.end, by: 3600).filter {
            PacificTime.offset(at: $0) != expected($0)
        }
        #expect(differing == [])
    }

    @Test func `the clocks change at Foundation's second, twice a year`() {
        var changes = 0
        var before = PacificTime.offset(at: Self.start)
        for hour in stride(from: Self.start, to: Self.end, by: 3600) {
            let after = PacificTime.offset(at: hour)
            guard after != before else { continue }
            #expect(PacificTime.offset(at: hour - 1) == expected(hour - 1))
            #expect(PacificTime.offset(at: hour - 1) == before)
            #expect(PacificTime.offset(at: hour) == expected(hour))
            (changes, before) = (changes + 1, after)
        }
        #expect(changes == 131 * 2)
    }

    @Test(arguments: [
        (-63_158_400, -28_800),  // 1968-01-01
        (-50_000_000, -25_200),  // June 1968
        (-110_000_000, -28_800),  // July 1966, before the rules that are known here
        (-62_135_596_800, -28_800),
    ])
    func `before 1970 there is daylight saving from 1967 on`(seconds: Int64, offset: Int) {
        #expect(PacificTime.offset(at: seconds) == offset)
    }
}
