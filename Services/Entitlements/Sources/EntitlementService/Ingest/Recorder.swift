import EntitlementModel
import Foundation
import PostgreSQL
import Tracing

/// Records each submission durably, with all its effects, before the call returns.
///
/// Waiting submissions share a commit. One lane records all submissions about a purchase, so that
/// lanes seldom wait for each other's locks.
package struct Recorder: Sendable {
    private let lanes: [RecorderLane]

    /// - Parameters:
    ///   - database: The database, in the current schema.
    ///   - ledger: The transactions that record submissions.
    ///   - laneCount: The number of concurrent commits.
    init(_ database: any SQLDatabase, _ ledger: PurchaseLedger, laneCount: Int = 2) {
        lanes = (0..<max(laneCount, 1)).map { _ in RecorderLane(database, ledger) }
    }

    /// Records a submission.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: An `SQLError`. The submission may still have been recorded.
    @discardableResult
    package func record(_ submission: Submission) async throws -> Bool {
        var hasher = Hasher()
        hasher.combine(submission.document.shardKey)
        let lane = lanes[Int(UInt(bitPattern: hasher.finalize()) % UInt(lanes.count))]
        return try await withSpan("record document") { _ in try await lane.record(submission) }
    }
}

/// A queue of submissions that records them one commit after the other.
private actor RecorderLane {
    private struct Waiting {
        let submission: Submission
        let continuation: CheckedContinuation<Bool, any Error>
    }

    private static let longestBatch = 64

    private let database: any SQLDatabase
    private let ledger: PurchaseLedger
    private var waiting: [Waiting] = []
    private var isRecording = false

    init(_ database: any SQLDatabase, _ ledger: PurchaseLedger) {
        self.database = database
        self.ledger = ledger
    }

    func record(_ submission: Submission) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiting(submission: submission, continuation: continuation))
            guard !isRecording else { return }
            isRecording = true
            Task { await recordAll() }
        }
    }

    private func recordAll() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.longestBatch))
            waiting.removeFirst(batch.count)
            await record(batch)
        }
        isRecording = false
    }

    private func record(_ batch: [Waiting]) async {
        guard !database.isSharded || batch.count == 1 else {
            return await withDiscardingTaskGroup { group in
                for member in batch { group.addTask { await self.record([member]) } }
            }
        }
        do {
            let new = try await recordTogether(batch.map(\.submission))
            for member in batch {
                let isNew = new.contains(member.submission.document.id)
                member.continuation.resume(returning: isNew)
            }
        } catch let error where (error as? SQLError)?.isUnavailability != true && batch.count > 1 {
            // One row that cannot be read fails the whole batch.
            for member in batch { await record([member]) }
        } catch {
            for member in batch { member.continuation.resume(throwing: error) }
        }
    }

    private func recordTogether(_ submissions: [Submission]) async throws -> Set<UUID> {
        try await retrying { try await ledger.record(submissions, in: database) }
    }
}
