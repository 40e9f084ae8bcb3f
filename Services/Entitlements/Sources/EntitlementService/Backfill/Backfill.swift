import EntitlementModel
import Foundation
package import PostgreSQL

/// Fetches documents from before the first notification, or from an outage.
///
/// Records its position after each page. The next backfill continues there, unless it begins
/// earlier.
package struct Backfill: Sendable {
    /// How far the history of notifications goes back, in days (*Get Notification History*).
    package static let longestHistory = 180
    /// The time that the requests of a part may take before the App Store forgets its start.
    private static let margin: Milliseconds = 3_600_000

    private let client: AppStoreServerClient
    private let database: any SQLDatabase
    private let verifier: DocumentVerifier
    private let recorder: Recorder
    private let clock: ServiceClock

    package init(
        _ client: AppStoreServerClient,
        apps: AppDirectory,
        database: any SQLDatabase,
        clock: ServiceClock = ServiceClock(),
        deliversEvents: Bool
    ) {
        self.client = client
        self.database = database
        self.clock = clock
        verifier = DocumentVerifier(apps)
        let ledger = PurchaseLedger(apps: apps, clock: clock, deliversEvents: deliversEvents)
        recorder = Recorder(database, ledger)
    }

    /// The result of a backfill.
    package struct Summary: Hashable, Sendable {
        /// The number of new documents.
        package internal(set) var recorded = 0
        /// The number of known documents.
        package internal(set) var known = 0
        /// The reasons for refusals.
        package internal(set) var refusals: [String] = []
    }

    /// Records the notifications of some days, up to the present.
    package func recordNotifications(days: Int = longestHistory) async throws -> Summary {
        let source = "notifications"
        var summary = Summary()
        let now = try await clock.now(in: database)
        let forgotten = now - Int64(Self.longestHistory) * .day
        let start = max(now - Int64(days) * .day, forgotten + Self.margin)
        var position = try await position(of: source).flatMap(NotificationPosition.init)
        // After a shorter backfill, or a long interruption, it restarts.
        if position.map({ $0.origin > start || $0.start < forgotten }) ?? true {
            position = NotificationPosition(origin: start, start: start, upTo: now)
        }
        while let current = position {
            let page = try await client.notifications(
                from: current.start,
                to: current.end,
                next: current.next.isEmpty ? nil : current.next
            )
            try await record(page.documents, &summary) { document, now throws(Refusal) in
                try verifier.verify(notification: document, at: now)
            }
            position = current.following(page.next, upTo: now)
            try await note(position?.text, of: source)
        }
        return summary
    }

    /// Records the transactions and renewal infos of all customers whose purchases are known.
    package func recordTransactions() async throws -> Summary {
        let source = "transactions"
        var summary = Summary()
        var last = try await position(of: source) ?? ""
        // Purchases that were recorded with an earlier one of the same customer.
        var recorded: Set<String> = []
        while let id = try await nextPurchase(after: last) {
            if recorded.remove(id) == nil {
                let purchases = try await recordTransactions(of: id, &summary)
                recorded.formUnion(purchases.subtracting([id]))
            }
            last = id
            try await note(last, of: source)
        }
        try await note(nil, of: source)
        return summary
    }

    private func recordTransactions(
        of id: String,
        _ summary: inout Summary
    ) async throws -> Set<String> {
        do {
            return try await recordHistory(of: id, &summary)
        } catch let error as AppStoreServerError where !error.isOutage && error.status != 401 {
            // A purchase unknown to the App Store doesn't end the backfill.
            summary.refusals.append("\(id): \(error.localizedDescription)")
            return []
        }
    }

    /// Records the transactions and renewal infos of the customer of a transaction.
    ///
    /// - Returns: The identifiers of the purchases whose transactions are recorded.
    func recordHistory(of id: String, _ summary: inout Summary) async throws -> Set<String> {
        var purchases: Set<String> = []
        var next: String?
        repeat {
            let page = try await client.transactions(of: id, next: next)
            let found = try await record(page.documents, &summary) { text, now throws(Refusal) in
                try verifier.verify(transaction: text, at: now)
            }
            purchases.formUnion(found.flatMap(\.facts.purchases).map(\.originalTransactionID))
            next = page.next
        } while next != nil
        for (originalID, document) in try await client.renewalInfos(of: id) {
            let key = PurchaseKey(scope: client.scope, originalTransactionID: originalID)
            try await record([document], &summary) { document, now throws(Refusal) in
                try verifier.verify(renewalInfo: document, of: key, at: now)
            }
        }
        return purchases
    }

    @discardableResult
    private func record(
        _ documents: [String],
        _ summary: inout Summary,
        _ verify: (String, Milliseconds) throws(Refusal) -> Submission
    ) async throws -> [Submission] {
        var submissions: [Submission] = []
        let now = clock.approximateNow()
        for document in documents {
            do throws(Refusal) {
                let submission = try verify(document, now)
                guard submission.scope == client.scope else {
                    throw Refusal(.otherApp, "The document is for \(submission.scope).")
                }
                submissions.append(submission)
            } catch {
                summary.refusals.append(error.reason)
            }
        }
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for submission in submissions {
                group.addTask { try await recorder.record(submission) }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        summary.recorded += outcomes.count { $0 }
        summary.known += outcomes.count { !$0 }
        return submissions
    }

    // MARK: Positions

    func position(of source: String) async throws -> String? {
        let positions: [String] = try await database.query(
            BackfillTable.position(of: source, in: client.scope)
        ).column()
        return positions.first
    }

    func note(_ position: String?, of source: String) async throws {
        _ = try await database.query(
            BackfillTable.note(position, of: source, in: client.scope)
        )
    }

    private func nextPurchase(after id: String) async throws -> String? {
        let purchases: [String] = try await database.query(
            BackfillTable.nextPurchase(after: id, in: client.scope)
        ).column()
        return purchases.first
    }
}

/// The position of a backfill of notifications.
///
/// A backfill proceeds in parts of a day. Each request names the start of its part: the App Store
/// would forget the start of the whole backfill while it runs.
private struct NotificationPosition {
    /// The overlap of two parts, because it isn't known to which one their border belongs.
    private static let overlap: Milliseconds = 1000

    /// The start of the first part.
    let origin: Milliseconds
    let start: Milliseconds
    let end: Milliseconds
    /// The token of the next page; empty for the first page.
    let next: String

    init(origin: Milliseconds, start: Milliseconds, upTo now: Milliseconds) {
        self.init(origin: origin, start: start, end: min(start + .day, now), next: "")
    }

    private init(origin: Milliseconds, start: Milliseconds, end: Milliseconds, next: String) {
        self.origin = origin
        self.start = start
        self.end = end
        self.next = next
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let origin = Milliseconds(parts[0]),
            let start = Milliseconds(parts[1]), let end = Milliseconds(parts[2])
        else { return nil }
        self.init(origin: origin, start: start, end: end, next: String(parts[3]))
    }

    var text: String { "\(origin) \(start) \(end) \(next)" }

    /// The next page, or the first page of the next part; `nil` after the present.
    func following(_ token: String?, upTo now: Milliseconds) -> Self? {
        if let token { return Self(origin: origin, start: start, end: end, next: token) }
        guard end < now else { return nil }
        return Self(origin: origin, start: end - Self.overlap, upTo: now)
    }
}
