import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

/// Several processes on one database, each with connections and lanes of its own.
@Suite struct ManyProcessesTests {
    @Test func `processes that share the work come to what one comes to alone`() async throws {
        let documents = try Self.documents(customers: 12)
        let alone = try await TestService(at: .start + 40 * .day)
        for document in documents { try await alone.receive(document) }

        let shared = try await TestService(at: .start + 40 * .day)
        let second = try PostgresDatabase.make(shared.connectionString)
        defer { second.close() }
        let recorders = [shared.recorder, Recorder(second, shared.ledger)]
        let now = Milliseconds(.start + 40 * .day)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for document in (documents + documents).shuffled() {
                let submission = try shared.verifier.verify(notification: document, at: now)
                for recorder in recorders.shuffled().prefix(Int.random(in: 1...2)) {
                    group.addTask { try await recorder.record(submission) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await shared.state() == alone.state())
        // Each customer's events are numbered without a gap, and the last one contains the current
        // entitlements.
        let gaps = try await shared.rows(
            """
            SELECT customer FROM entitlements.event JOIN entitlements.customer
                USING (app, environment, customer)
            GROUP BY customer, customer.sequence
            HAVING count(*) <> customer.sequence OR max(event.sequence) <> customer.sequence
            """
        )
        #expect(gaps.isEmpty)
        let present = """
            SELECT customer, entitlements FROM entitlements.customer
            WHERE entitlements <> '{"entitlements":[]}' ORDER BY customer
            """
        #expect(try await shared.rows(present) == alone.rows(present))
    }

    /// Purchases with transfers, renewals and partial refunds.
    private static func documents(customers: Int) throws -> [String] {
        let appStore = try TestAppStore.shared.get()
        return try (0..<customers).flatMap { number in
            let original = "\(number)000"
            let token = number.isMultiple(of: 3) ? UUID.otherAccount : .account
            let first = TransactionPayload.make(original, token: number == 1 ? nil : token)
            let renewal = TransactionPayload.make(
                "\(number)001",
                original: original,
                token: number.isMultiple(of: 2) ? .account : .otherAccount,
                purchased: .start + 30 * .day,
                expires: .start + 60 * .day
            )
            var refunded = renewal
            refunded.revocationDate = .start + 35 * .day
            refunded.signedDate = .start + 35 * .day
            return try [
                appStore.notification(.subscribed, first, .make(of: original)),
                appStore.notification(
                    .didRenew,
                    renewal,
                    .make(of: original, signed: .start + 30 * .day)
                ),
            ] + (number.isMultiple(of: 4) ? [appStore.notification(.refund, refunded)] : [])
        }
    }
}
