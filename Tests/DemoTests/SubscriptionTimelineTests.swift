import Foundation
import Testing

@testable import demo

struct SubscriptionTimelineTests {
    typealias Period = SubscriptionTimeline.Period

    // A free week, and then months that are paid on the 8th.
    private let trial = Period(identifier: 1, start: day(1), end: day(8), isTrial: true)
    private let first = Period(identifier: 2, start: day(8), end: day(39))
    private let second = Period(identifier: 3, start: day(39), end: day(67))

    @Test func `a trial, paid periods and the time around them differ`() {
        let timeline = SubscriptionTimeline([observation(day(40), [trial, first, second])])
        #expect(timeline.phase(at: day(1) - 1) == .none)
        #expect(timeline.phase(at: day(1)) == .trial)
        #expect(timeline.phase(at: day(8) - 1) == .trial)
        #expect(timeline.phase(at: day(8)) == .paid)
        #expect(timeline.phase(at: day(67) - 1) == .paid)
        #expect(timeline.phase(at: day(67)) == .none)
    }

    @Test func `a grace period ends when the payment is collected`() {
        let timeline = SubscriptionTimeline([
            observation(day(39), [trial, first.withIssue]),
            observation(day(50), [trial, first, second]),
        ])
        #expect(timeline.phase(at: day(39) - 1) == .paid)
        #expect(timeline.phase(at: day(39)) == .gracePeriod)
        #expect(timeline.phase(at: day(50) - 1) == .gracePeriod)
        #expect(timeline.phase(at: day(50)) == .recovered)
        #expect(timeline.phase(at: day(67) - 1) == .recovered)
    }

    @Test func `billing retry after a grace period is drawn as no subscription`() {
        let late = Period(identifier: 3, start: day(60), end: day(90))
        let timeline = SubscriptionTimeline([
            observation(day(39), [trial, first.withIssue]),
            observation(day(55), [trial, first.withIssue], isEntitled: false),
            observation(day(60), [trial, first, late]),
        ])
        #expect(timeline.phase(at: day(55) - 1) == .gracePeriod)
        #expect(timeline.phase(at: day(55)) == .none)
        #expect(timeline.phase(at: day(60)) == .recovered)
    }

    @Test func `only the period after a failed payment is recovered`() {
        let third = Period(identifier: 4, start: day(67), end: day(98))
        let timeline = SubscriptionTimeline([
            observation(day(39), [trial, first.withIssue]),
            observation(day(50), [trial, first, second, third]),
        ])
        #expect(timeline.phase(at: day(8)) == .paid)
        #expect(timeline.phase(at: day(67)) == .paid)
    }

    @Test func `a refund counts from its date to the end of the period`() {
        var refunded = second
        refunded.refundDate = day(50)
        let timeline = SubscriptionTimeline([observation(day(50), [trial, first, refunded])])
        #expect(timeline.phase(at: day(50) - 1) == .paid)
        #expect(timeline.phase(at: day(50)) == .refunded)
        #expect(timeline.phase(at: day(67) - 1) == .refunded)
        #expect(timeline.phase(at: day(67)) == .none)
    }

    @Test func `the text has an axis, the phases, the letters and a line for each`() {
        let observations = [
            observation(day(1), [trial], "bought"),
            observation(day(39), [trial, first.withIssue], "declined"),
            observation(day(50), [trial, first, second], isEntitled: false, "asked again"),
        ]
        let timeline = SubscriptionTimeline(observations)
        let nothing = String(repeating: ".", count: 49)
        #expect(
            timeline.chart == [
                "2026      Jan  Feb  Mar  Apr  May  Jun  Jul  Aug  Sep  Oct  Nov  Dec",
                "          " + String(repeating: "|----", count: 12),
                "App Store o====" + "=~~++" + "+" + nothing,
                "app looks A     B C",
            ]
        )
        #expect(
            timeline.legend == [
                "          o free trial     = paid           ~ grace period",
                "          + recovered      x refunded       . not subscribed",
            ]
        )
        #expect(
            timeline.table == [
                "A  Jan 1    bought        entitled",
                "B  Feb 8    declined      entitled",
                "C  Feb 19   asked again   not entitled",
            ]
        )
    }

    @Test func `letters of six days stand side by side, and those of another year are left out`() {
        let timeline = SubscriptionTimeline([
            observation(day(1), [trial]), observation(day(2), [trial]),
            observation(day(366), [trial]),
        ])
        #expect(timeline.chart.last == "app looks AB")
        #expect(timeline.table.count == 3)
    }

    @Test func `the axis begins with the month of the purchase`() {
        let axis = MonthAxis(from: day(335))
        #expect(axis.year == "2026")
        #expect(axis.names.hasPrefix("Dec  Jan  Feb"))
        #expect(axis.columnEnds.count == 60)
        #expect(axis.column(of: day(334)) == nil)
        #expect(axis.column(of: day(335)) == 0)
        #expect(axis.column(of: day(366)) == 5)
        #expect(axis.column(of: day(700)) == nil)
    }

    @Test func `every line of the guided demo fits into eighty columns`() throws {
        for line in try Snapshot.text("demo").split(separator: "\n") {
            #expect(line.count <= 80)
        }
    }

    private func observation(
        _ date: Date,
        _ periods: [Period],
        isEntitled: Bool = true,
        _ event: String = ""
    ) -> SubscriptionTimeline.Observation {
        .init(
            date: date,
            event: event,
            periods: periods,
            isEntitled: isEntitled,
            answer: isEntitled ? "entitled" : "not entitled"
        )
    }
}

extension SubscriptionTimeline.Period {
    fileprivate var withIssue: Self {
        var period = self
        period.hasIssue = true
        return period
    }
}

/// The midnight at which a day of the year 2026 begins, at UTC; day 32 is the first of February.
private func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_767_225_600 + Double(number - 1) * 86_400)
}
