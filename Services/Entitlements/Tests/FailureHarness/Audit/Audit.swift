import Foundation
import TestCluster

/// The comparison of a database with acknowledged documents and with the store.
struct Audit: Sendable {
    let cluster: any DatabaseServer
    /// The name of the database.
    let database: String
    let log: DeliveryLog

    /// The compared columns of each table, without revisions and dates of settlement.
    static let state = [
        "SELECT * FROM entitlements_state.transaction",
        "SELECT * FROM entitlements_state.renewal",
        """
        SELECT original_id, owners, product_id, product_type, purchased_at, expires_at, is_revoked,
            seats, renewal_signed_at, grace_period_end, is_in_billing_retry
        FROM entitlements_state.purchase
        """,
        """
        SELECT customer, name, original_id, product_id, purchased_at, expires_at, is_revoked, seats
        FROM entitlements_state.owned_purchase WHERE is_owned
        """,
        "SELECT customer, name, original_id, product_id, units FROM entitlements_state.credit",
    ]

    /// Checks that all acknowledged documents are present.
    func acknowledgements() async throws {
        let acknowledged = log.read { Set($0.acknowledged.keys) }
        for table in ["inbox", "document"] {
            let present = try await identifiers(of: table)
            let lost = acknowledged.subtracting(present)
            if !lost.isEmpty { log.problem("\(table) lost \(lost.count): \(lost.prefix(3))") }
            log.count("acknowledged documents found", acknowledged.intersection(present).count)
        }
    }

    /// Checks that all documents were sent, and that each one is present once.
    func inventions() async throws {
        let sent = log.read { $0.begun }
        let inbox = try await identifiers(of: "inbox")
        let documents = try await rows("SELECT id::text FROM entitlements.document")
        let invented = inbox.union(documents.compactMap(UUID.init(uuidString:))).subtracting(sent)
        if !invented.isEmpty { log.problem("nobody sent \(invented)") }
        if documents.count != inbox.count || Set(documents).count != documents.count {
            log.problem("\(inbox.count) in the inbox, and \(documents.count) documents")
        }
    }

    /// Waits until all customers have the news of their purchases.
    func outbox() async {
        await log.wait(for: "an empty outbox") { _ in
            let waiting = try? await rows("SELECT count(*)::text FROM entitlements.outbox")
            try? await Task.sleep(for: .milliseconds(100))
            return waiting == ["0"]
        }
    }

    private func identifiers(of table: String) async throws -> Set<UUID> {
        let ids = try await rows("SELECT id::text FROM entitlements.\(table)")
        return Set(ids.compactMap(UUID.init(uuidString:)))
    }

    /// All that is known of purchases, as text.
    func state() async throws -> [String] {
        var all: [String] = []
        for query in Self.state {
            all += try await rows("SELECT t::text FROM (\(query)) AS t")
                .map { "\(query.suffix(40)) \($0)" }
        }
        return all.sorted()
    }

    /// The first column of a query.
    func rows(_ query: String) async throws -> [String] {
        try await cluster.execute(query, in: database).map { $0.first.flatMap { $0 } ?? "" }
    }

    /// Compares the state with another database's, which has the same documents in another order.
    func compareState(with other: Audit) async throws {
        let ours = Set(try await state()), theirs = Set(try await other.state())
        for row in ours.subtracting(theirs).sorted().prefix(3) {
            log.problem("only in the state: \(row)")
        }
        for row in theirs.subtracting(ours).sorted().prefix(3) {
            log.problem("only in the fold of what was acknowledged: \(row)")
        }
        log.count("rows of state compared", ours.count)
    }
}
