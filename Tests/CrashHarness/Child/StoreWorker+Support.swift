import LocalAppStore

// Changes to purchases by the customer's family and the App Store's support.
extension StoreWorker {
    mutating func useSupport() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: try decideDeferred()
        case 40..<75: try refund()
        case 75..<88: try resolve()
        case 88..<96: try acknowledgeRevocations()
        default: try delete()
        }
    }

    private mutating func decideDeferred() throws {
        guard let id = known.takeDeferred(&random) else { return }
        if random.happens(70) {
            try report(record(.approve, [id]) { try store.approve(id) })
        } else {
            try report(record(.decline, [id]) { try store.decline(id) })
        }
    }

    private mutating func refund() throws {
        guard let entry = try purchasedEntry() else { return }
        try record(.refund, [entry.id]) {
            try store.refunds.refund(entry.id, reason: entry.expectedRevocationReason)
        }
    }

    /// Resolves the issue of an interrupted purchase.
    private mutating func resolve() throws {
        guard let id = known.takeInterrupted(&random) else { return }
        try report(record(.resolve, [id]) { try store.resolveIssue(id) })
    }

    private func acknowledgeRevocations() throws {
        let ids = try store.undeliveredRevocations().map(\.id)
        guard !ids.isEmpty else { return }
        try record(.acknowledge, ids) { try store.acknowledgeRevocations(ids) }
    }

    private mutating func delete() throws {
        guard let entry = try purchasedEntry() else { return }
        // In the journal, the queue's reports lack the original transaction.
        let later = try store.entries().filter { $0.originalID == entry.id }.map(\.id)
        try record(.delete, [entry.id] + later) { try store.delete(entry.id) }
    }

    /// A purchase, of which the journal has the original transaction.
    private mutating func purchasedEntry() throws -> LedgerEntry? {
        guard let id = known.takePurchased(&random), let entry = try store.entry(id) else {
            return nil
        }
        try journal.add(.reported(entry))
        return entry
    }
}

extension LedgerEntry {
    /// The reason with which children refund the entry, so that the audit knows it.
    var expectedRevocationReason: RevocationReason {
        originalID.isMultiple(of: 2) ? .developerIssue : .other
    }
}
