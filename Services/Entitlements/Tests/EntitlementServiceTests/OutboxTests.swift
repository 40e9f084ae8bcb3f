import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

/// Changes that reach shards at different times are reported once.
@Suite struct OutboxTests {
    /// Records a submission with a process that is killed after a number of steps, and then with
    /// another process.
    ///
    /// - Returns: Whether the process was killed.
    private func record(
        _ submission: Submission,
        in service: TestService,
        killedAfter count: Int,
        _ meanwhile: () async throws -> Void = {}
    ) async throws -> Bool {
        let database = FailingDatabase(service.database, after: count)
        let isKilled = (try? await service.ledger.record([submission], in: database)) == nil
        let isCut = try await !service.rows("TABLE entitlements.outbox").isEmpty
        try await meanwhile()
        if isKilled { _ = try await service.ledger.record([submission], in: service.database) }
        while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
        return isKilled || isCut
    }

    private func reasons(_ service: TestService) async throws -> [String] {
        try await service.rows("SELECT cause::json->>'reason' FROM entitlements.event")
            .sorted()
    }

    @Test(arguments: [
        TransactionPayload.make("1"),
        .make("1", product: "coins", type: .consumable, expires: nil),
    ])
    func `a question about a refund is told once, wherever a process is killed`(
        purchase: TransactionPayload
    ) async throws {
        for count in 0..<30 {
            let service = try await TestService()
            try await service.receive(purchase)
            let known = try await reasons(service)
            let request = try service.verifier.verify(
                notification: try service.appStore.notification(.consumptionRequest, purchase),
                at: service.clock.approximateNow()
            )
            let isKilled = try await record(request, in: service, killedAfter: count)
            #expect(try await reasons(service) == (known + ["(consumptionRequested)"]).sorted())
            if !isKilled { return }
        }
        Issue.record("The record has more steps.")
    }

    @Test func `a renewal that time finds before its customer is told is told once`() async throws {
        for count in 0..<30 {
            let service = try await TestService()
            try await service.receive(TransactionPayload.make())
            let renewal = try service.verifier.verify(
                transaction: try service.appStore.sign(TransactionPayload.renewal()),
                at: Milliseconds(.start + 30 * .day)
            )
            service.clock.set(to: Milliseconds(.start + 30 * .day + 60))
            let isKilled = try await record(renewal, in: service, killedAfter: count) {
                guard try await !service.rows("TABLE entitlements.outbox").isEmpty else { return }
                _ = try await service.ledger.recordPassingOfTime(limit: 9, in: service.database)
            }
            #expect(try await reasons(service) == ["(renewed)", "(started)"], "\(count)")
            if !isKilled { return }
        }
        Issue.record("The record has more steps.")
    }
}
