import Foundation

extension Store {
    /// Sells a product, or records why not.
    ///
    /// A payment that fails for the App Store's reasons is an entry too, in the state `.failed`; an
    /// error means that the ledger could not be written and nothing happened. Paying twice with one
    /// token returns the first entry. The customer is asked on the calling thread, as
    /// `confirmationPolicy` says.
    @discardableResult
    public func pay(_ request: PaymentRequest) throws(Store.Error) -> LedgerEntry {
        let isConfirmed = try asksCustomer(request)
        return try change { try record(request, isConfirmed: isConfirmed, in: $0) }
    }

    /// Tells the store that the app delivered what these entries are for.
    ///
    /// An entry that waits for approval cannot be finished and stays; a number the ledger does not
    /// know is ignored, for the app is as done with it as can be. A restored copy leaves the ledger
    /// when it is finished.
    public func finish(_ ids: [Int64]) throws(Store.Error) {
        try change { writer in
            for id in ids {
                try writer.finish(id)
            }
        }
    }

    /// What the app still has to deliver, oldest first.
    public func unfinishedEntries() throws(Store.Error) -> [LedgerEntry] {
        try ledger.read { try $0.unfinishedEntries() }
    }

    /// Everything in the ledger, oldest first.
    public func entries() throws(Store.Error) -> [LedgerEntry] {
        try ledger.read { try $0.allEntries() }
    }

    /// One entry of the ledger.
    public func entry(_ id: Int64) throws(Store.Error) -> LedgerEntry? {
        try ledger.read { try $0.entry(id) }
    }

    private func asksCustomer(_ request: PaymentRequest) throws(Store.Error) -> Bool {
        let policy = confirmationPolicy
        // A customer who confirms everything is shown nothing, so nothing has to be known yet.
        if case .confirm = policy { return true }
        let (isKnown, rule) = try ledger.read { reader in
            (
                try reader.entry(paidBy: request.token) != nil,
                try self.rule(for: request, in: reader)
            )
        }
        guard !isKnown, rule.needsConfirmation, let product = rule.product else { return true }
        return policy.confirms(
            PurchaseSheet(
                request,
                product: product,
                terms: rule.terms(of: product),
                settings: rule.settings
            )
        )
    }

    func rule(for request: PaymentRequest, in reader: LedgerReader) throws -> PurchaseRule {
        let product = catalog.product(withIdentifier: request.productID)
        return PurchaseRule(
            request: request,
            product: product,
            settings: try reader.settings(default: catalog.settings),
            holdings: try reader.holdings(of: product),
            date: clock.now
        )
    }

    /// Judges a payment and writes the entry, in the ledger's transaction, so that no other payment
    /// comes between.
    private func record(
        _ request: PaymentRequest,
        isConfirmed: Bool,
        in writer: LedgerWriter
    ) throws -> LedgerEntry {
        if let entry = try writer.reader.entry(paidBy: request.token) { return entry }
        return try sell(request, isConfirmed: isConfirmed, after: .request, in: writer)
    }

    func sell(
        _ request: PaymentRequest,
        isConfirmed: Bool,
        after stage: PurchaseRule.Stage,
        in writer: LedgerWriter
    ) throws -> LedgerEntry {
        let rule = try self.rule(for: request, in: writer.reader)
        let outcome = rule.outcome(isConfirmed: isConfirmed, after: stage)
        try writer.settle(outcome, at: rule.date)
        return try writer.insert(
            LedgerEntry(
                request,
                product: rule.product,
                outcome: outcome,
                settings: rule.settings,
                at: rule.date
            )
        )
    }
}

extension LedgerWriter {
    fileprivate func finish(_ id: Int64) throws {
        guard let entry = try reader.entry(id), !entry.isFinished else { return }
        switch entry.state {
        case .deferred:
            return
        case .restored:
            try delete(id)
        case .purchased, .failed:
            try markFinished(id)
        }
    }

    /// Does to other entries what an outcome brings about.
    func settle(_ outcome: PurchaseRule.Outcome, at date: Date) throws {
        guard case .purchased(_, _, let replaced) = outcome else { return }
        try renewReceipt(at: date)
        guard var replaced else { return }
        replaced.isUpgraded = true
        try update(replaced)
    }
}
