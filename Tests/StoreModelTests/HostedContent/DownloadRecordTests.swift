import Foundation
import Testing

@testable import StoreModel

@Suite("The rules of downloads")
struct DownloadRecordTests {
    /// A thousand bytes at a hundred bytes a second, active since the start.
    private let active: DownloadRecord = {
        var record = DownloadRecord(waitingFor: .level, length: 1000, entryID: 1)
        record.apply(.start, present: record, rate: 100, at: .start)
        return record
    }()

    @Test(
        "What has arrived follows from the time, to the byte",
        arguments: [(-5, 0), (0, 0), (0.009, 0), (0.01, 1), (3, 300), (9.999, 999), (10, 1000)]
    )
    func received(seconds: TimeInterval, bytes: Int64) {
        #expect(active.receivedLength(at: .start + seconds) == bytes)
    }

    @Test("What is left takes its time at the rate, and nothing at the end")
    func remaining() {
        #expect(active.timeRemaining(at: .start) == 10)
        #expect(active.timeRemaining(at: .start + 4) == 6)
        #expect(active.timeRemaining(at: .start + 400) == 0)
    }

    @Test("The largest content at the highest rate does not overflow")
    func extremes() {
        var record = DownloadRecord(waitingFor: .level, length: 1 << 50, entryID: 1)
        record.apply(.start, present: record, rate: .max, at: Date.storeDates.lowerBound)
        #expect(record.receivedLength(at: Date.storeDates.upperBound) == 1 << 50)
        record.bytesPerSecond = 1
        #expect(record.receivedLength(at: Date.storeDates.lowerBound + 7) == 7)
    }

    @Test("A rate below one byte a second counts as one", arguments: [0, -1, Int64.min])
    func rate(number: Int64) {
        var record = DownloadRecord(waitingFor: .level, length: 10, entryID: 1)
        record.apply(.start, present: record, rate: number, at: .start)
        #expect(record.bytesPerSecond == 1)
    }

    @Test(
        "A command changes the states that it suits, and no others",
        arguments: ContentDownload.Command.allCases
    )
    func commands(command: ContentDownload.Command) {
        let expected: [ContentDownload.State: ContentDownload.State] =
            switch command {
            case .start:
                [.waiting: .active, .paused: .active, .failed: .active, .cancelled: .active]
            case .pause: [.active: .paused]
            case .resume: [.paused: .active]
            case .cancel: [.waiting: .cancelled, .active: .cancelled, .paused: .cancelled]
            }
        for state in ContentDownload.State.allCases {
            var record = self.record(in: state)
            let before = record
            record.apply(command, present: waiting, rate: 50, at: .start + 4)
            #expect(record.state == expected[state] ?? state, "\(command) \(state)")
            #expect((record == before) == (expected[state] == nil), "\(command) \(state)")
        }
    }

    @Test("A paused download keeps what arrived and goes on from there, at the present rate")
    func resuming() {
        var record = active
        record.apply(.pause, present: waiting, rate: 100, at: .start + 4)
        #expect(record.receivedLength(at: .start + 100) == 400)
        record.apply(.resume, present: waiting, rate: 50, at: .start + 100)
        #expect(record.receivedLength(at: .start + 102) == 500)
    }

    @Test("A paused download begins anew when the store hosts another version or size")
    func otherContent() {
        for (version, length) in [("1.3", 1000), ("1.2", 999)] as [(String, Int64)] {
            var record = active
            record.apply(.pause, present: waiting, rate: 100, at: .start + 4)
            let content = HostedContent(identifier: "level", version: version)
            let present = DownloadRecord(waitingFor: content, length: length, entryID: 1)
            record.apply(.resume, present: present, rate: 100, at: .start + 4)
            #expect(record.receivedLength(at: .start + 4) == 0)
            #expect(record.contentVersion == version)
            #expect(record.contentLength == length)
        }
    }

    @Test("A download is complete when its last byte has arrived")
    func complete() {
        #expect(step(at: 9.999) == .underWay)
        #expect(step(at: 10) == .complete)
    }

    @Test("A planned failure comes after its bytes, or at the end of a smaller download")
    func plannedFailure() {
        let plan = PlannedDownloadFailure(.timedOut, afterLength: 500)
        #expect(step(at: 4.99, plan: plan) == .underWay)
        #expect(step(at: 5, plan: plan).failure?.reason == .timedOut)
        #expect(step(at: 60, plan: plan).receivedLength == 500)
        let late = PlannedDownloadFailure(.timedOut, afterLength: 5000)
        #expect(step(at: 9, plan: late) == .underWay)
        #expect(step(at: 10, plan: late).failure?.reason == .timedOut)
    }

    @Test("The failure in the settings comes before that of the content")
    func precedence() {
        var content = HostedContent.level
        content.plannedFailure = PlannedDownloadFailure(.badServerResponse)
        #expect(step(at: 1, content: content).failure?.reason == .badServerResponse)
        let plan = PlannedDownloadFailure(.diskFull)
        #expect(step(at: 1, content: content, plan: plan).failure?.reason == .diskFull)
    }

    @Test("A download of what the store no longer hosts fails")
    func missing() {
        #expect(step(at: 1, content: nil).failure?.reason == .missingContent)
        let other = HostedContent(identifier: "level", version: "1.3", statedLength: 1000)
        #expect(
            step(at: 1, content: other).failure?.detail
                == #"The store no longer hosts version 1.2 of "level"."#
        )
    }

    private var waiting: DownloadRecord {
        DownloadRecord(waitingFor: .level, length: 1000, entryID: 1)
    }

    private func record(in state: ContentDownload.State) -> DownloadRecord {
        var record = state == .waiting ? waiting : active
        switch state {
        case .waiting, .active: break
        case .paused: record.apply(.pause, present: waiting, rate: 100, at: .start + 1)
        case .finished: record.finish()
        case .failed: record.fail(DownloadFailure(.timedOut), receivedLength: 7)
        case .cancelled: record.apply(.cancel, present: waiting, rate: 100, at: .start + 1)
        }
        return record
    }

    private func step(
        at seconds: TimeInterval,
        content: HostedContent? = .level,
        plan: PlannedDownloadFailure? = nil
    ) -> DownloadRecord.Step {
        active.step(
            at: .start + seconds,
            content: content,
            settings: DownloadSettings(plannedFailure: plan)
        )
    }
}

extension DownloadRecord.Step {
    fileprivate var failure: DownloadFailure? {
        guard case .fails(let failure, _) = self else { return nil }
        return failure
    }

    fileprivate var receivedLength: Int64? {
        guard case .fails(_, let length) = self else { return nil }
        return length
    }
}
