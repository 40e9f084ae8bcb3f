import LocalAppStore
import StoreKit
import TestSupport

/// Receives transactions by StoreKit 2, and finishes most of them.
final class ChildListener: Sendable {
    private let journal: Journal
    private let known: KnownEntries
    private let random: Locked<SplitMix64>

    init(journal: Journal, known: KnownEntries, random: SplitMix64) {
        self.journal = journal
        self.known = known
        self.random = Locked(random)
    }

    /// Receives what comes by `updates`, until its task is cancelled.
    func listen() async throws {
        for await result in Transaction.updates { try await receive(result) }
    }

    /// Records a verified transaction, and finishes most of them.
    func receive(_ result: VerificationResult<Transaction>) async throws {
        let transaction = try result.payloadValue
        let id = Int64(clamping: transaction.id)
        try journal.add(.reported(transaction))
        if transaction.revocationDate != nil {
            try journal.add(.revoked(products: [transaction.productID]))
        }
        known.add(id, .purchased)
        guard random.withLock({ $0.happens(70) }) else { return }
        try journal.add(.begin(.finish, [id]))
        await transaction.finish()
        try journal.add(.end(.finish, [id]))
    }
}

extension JournalLine {
    fileprivate static func reported(_ transaction: Transaction) -> JournalLine {
        .reported(
            entry: Int64(clamping: transaction.id),
            original: Int64(clamping: transaction.originalID),
            name: transaction.appAccountToken?.uuidString.lowercased() ?? "",
            state: .purchased,
            amount: transaction.price
        )
    }
}
