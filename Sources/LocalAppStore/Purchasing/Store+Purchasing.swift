import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Makes a payment.
    ///
    /// A payment that the store refuses or the customer cancels also makes an entry, with the state
    /// `.failed`. An error means that the ledger could not be written and nothing was charged. A
    /// second payment with the same token returns the first entry. `confirmationPolicy` is applied
    /// on the calling thread.
    @discardableResult
    public func pay(_ request: PaymentRequest) throws(StoreError) -> LedgerEntry {
        try requireAccount()
        guard request.returnsHeld else { return try charge(request) }
        if let held = try heldTransaction(for: request) { return held }
        let entry = try charge(request)
        // A purchase that failed outside the app isn't delivered to it.
        if request.isMadeOutsideApp, entry.state == .failed { try finish([entry.id]) }
        return try heldTransaction(inPlaceOf: entry)
    }

    /// Makes a payment, unless `accept` throws about its outcome.
    func charge(
        _ request: PaymentRequest,
        accept: (PurchaseRule.Outcome) throws -> Void = { _ in }
    ) throws(StoreError) -> LedgerEntry {
        let past = request.past
        let signature = past == nil ? check(request) : .notChecked
        let isConfirmed = past != nil ? true : try isConfirmed(request, signature: signature)
        return try meetingFaults(of: request) { () throws(StoreError) in
            try change { writer, now in
                if let entry = try writer.reader.entry(paidBy: request.token) { return entry }
                let date = try past.map { try writer.reader.environment().eventDate($0.date) }
                let entry = try sell(
                    request,
                    isConfirmed: isConfirmed,
                    after: .request,
                    signature: signature,
                    at: min(date ?? now, now),
                    in: writer,
                    accept: accept
                )
                if past?.renews == false,
                    var subscription = try writer.reader.subscription(entry.originalID)
                {
                    subscription.isAutoRenewEnabled = false
                    try writer.apply([.saveSubscription(subscription)])
                }
                return entry
            }
        }
    }

    /// Verifies the signature of a payment's promotional offer.
    func check(_ request: PaymentRequest) -> OfferSignatureCheck {
        OfferSignatureCheck(
            request,
            bundleIdentifier: app.bundleIdentifier,
            key: catalog.promotionalOfferKey,
            at: clock.now,
            isVirtual: clock.isVirtual
        )
    }

    /// Finishes transactions, after the app has delivered their content, with one of StoreKit's
    /// APIs or with none.
    ///
    /// An entry that waits for approval is not changed, and an unknown `id` is ignored. A restored
    /// copy is removed from the ledger when it is finished.
    public func finish(
        _ ids: [Int64],
        with api: LedgerEntry.API? = nil
    ) throws(StoreError) {
        try change { writer, _ in
            for id in ids {
                guard let entry = try writer.reader.entry(id) else { continue }
                try writer.apply(entry.finished(with: api))
            }
        }
        core.removeUnusedContent()
    }

    /// Finishes the unfinished transactions of a customer, or of all, as ``finish(_:with:)`` does.
    ///
    /// - Returns: The number of transactions.
    /// - Throws: `.unknownCustomer` if the ledger has no such customer.
    package func finishAll(ofCustomer id: Customer.ID? = nil) throws(StoreError) -> Int {
        let count = try change { writer, _ in
            if let id { _ = try writer.acting(for: id).reader.customer() }
            let ids = try writer.reader.unfinishedIDs(ofCustomer: id)
            for id in ids {
                guard let entry = try writer.reader.anyEntry(id) else { continue }
                try writer.apply(entry.finished(with: nil))
            }
            return ids.count
        }
        core.removeUnusedContent()
        return count
    }

    /// The unfinished entries, oldest first; none after the customer has signed out.
    public func unfinishedEntries() throws(StoreError) -> [LedgerEntry] {
        guard isSignedIn else { return [] }
        return try readSettled { try $0.unfinishedEntries() }
    }

    /// All entries of the ledger, oldest first.
    public func entries() throws(StoreError) -> [LedgerEntry] {
        try readSettled { try $0.allEntries() }
    }

    /// The entry with an `id`; `nil` if it is unknown.
    public func entry(_ id: Int64) throws(StoreError) -> LedgerEntry? {
        try readSettled { try $0.entry(id) }
    }

    /// An entry that a command is about.
    ///
    /// - Throws: `.unknownEntry` if the customer has none with this `id`.
    package func requiredEntry(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try readSettled { try $0.requiredEntry(id) }
    }

    /// Whether the customer confirms a payment; without a dialog, `true`.
    func isConfirmed(
        _ request: PaymentRequest,
        signature: OfferSignatureCheck
    ) throws(StoreError) -> Bool {
        if faults.isCancelled(request.token) { return false }
        let policy = confirmationPolicy
        // Without a dialog, the ledger need not be read.
        if case .confirm = policy { return true }
        let (isKnown, rule) = try read { reader in
            (
                try reader.entry(paidBy: request.token) != nil,
                try self.rule(for: request, signature: signature, at: clock.now, in: reader)
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

    func rule(
        for request: PaymentRequest,
        signature: OfferSignatureCheck,
        at date: Date,
        in reader: LedgerReader
    ) throws -> PurchaseRule {
        let product = catalog.product(withIdentifier: request.productID)
        var history = try reader.history(of: product)
        history.offers = try reader.offerHistory(of: request, in: product?.subscription?.groupID)
        var request = request
        // Clients' tests show that Xcode's store does not ask for approval by a payment's own wish.
        if try reader.environment() == .xcode { request.simulatesAskToBuy = false }
        return PurchaseRule(
            request: request,
            product: product,
            subscribedProduct: history.subscription
                .flatMap { catalog.product(withIdentifier: $0.productID) },
            settings: try reader.settings(default: catalog.settings),
            asksToBuy: try reader.customer().asksToBuy,
            history: history,
            signature: signature,
            date: date,
            environment: try reader.environment()
        )
    }

    /// Decides about a payment and inserts its entry in one transaction, so that no other payment
    /// is made in between.
    ///
    /// Nothing is recorded if `accept` throws.
    func sell(
        _ request: PaymentRequest,
        isConfirmed: Bool,
        after stage: PurchaseRule.Stage,
        signature: OfferSignatureCheck,
        at date: Date,
        in writer: LedgerWriter,
        accept: (PurchaseRule.Outcome) throws -> Void = { _ in }
    ) throws -> LedgerEntry {
        let rule = try self.rule(
            for: request,
            signature: signature,
            at: date,
            in: writer.reader
        )
        let outcome = rule.outcome(isConfirmed: isConfirmed, after: stage)
        try accept(outcome)
        try writer.limitSeatMembers(by: outcome, of: rule)
        var numbers = try writer.entryNumbers()
        let (entry, edits) = rule.entry(
            of: outcome,
            by: writer.customerID,
            sharing: try writer.reader.sharing(of: outcome, by: rule),
            numbers: &numbers
        )
        try writer.apply(edits)
        return entry
    }
}

// MARK: - Purchase intents

extension Store {
    /// Begins a purchase as a customer does on the product's page in the App Store.
    ///
    /// The purchase intent is stored until the app takes it and decides whether to continue.
    public func beginPurchaseOnAppStore(of productID: String) throws(StoreError) {
        guard catalog.product(withIdentifier: productID) != nil else {
            throw StoreError.unknownProduct(id: productID)
        }
        try change { writer, _ in try writer.addPurchaseIntent(productID) }
    }

    /// Removes and returns the purchase intents: the products whose purchase began on the App
    /// Store.
    package func takePurchaseIntents() throws(StoreError) -> [String] {
        guard isSignedIn else { return [] }
        let hasIntents = try read { try $0.hasPurchaseIntents() }
        return hasIntents ? try change { writer, _ in try writer.takePurchaseIntents() } : []
    }
}

// MARK: - Restoring

extension Store {
    /// Restores the customer's non-consumables and subscriptions, including expired ones.
    ///
    /// Each becomes a copy with the state `.restored`, to be finished like a purchase. An
    /// unfinished copy of an earlier restore is delivered again. A user name restricts this to the
    /// purchases that were made with it.
    @discardableResult
    public func restore(
        applicationUsername: String? = nil
    ) throws(StoreError) -> [LedgerEntry] {
        try requireAccount()
        return try change { writer, date in
            let originals = try writer.reader.restorableEntries(
                applicationUsername: applicationUsername
            )
            try writer.renewReceipt(at: date)
            var numbers = try writer.entryNumbers()
            return try originals.map { original in
                if let copy = try writer.reader.unfinishedCopy(of: original) { return copy }
                let copy = LedgerEntry(restoring: original, at: date)
                let numbered = numbers.number(copy, of: writer.customerID)
                try writer.insert(numbered)
                return numbered
            }
        }
    }
}

// MARK: - Revocations

extension Store {
    /// The refunded or revoked purchases whose revocation has yet to be delivered, oldest first.
    package func undeliveredRevocations() throws(StoreError) -> [LedgerEntry] {
        guard isSignedIn else { return [] }
        return try read { try $0.undeliveredRevocations() }
    }

    /// Marks revocations as delivered; until then they are delivered again at every launch.
    package func acknowledgeRevocations(_ ids: [Int64]) throws(StoreError) {
        try change { writer, _ in
            for id in ids {
                guard try writer.reader.entry(id) != nil else { continue }
                try writer.markRevocationDelivered(id)
            }
        }
    }
}

extension LedgerReader {
    /// The values about the family and the group that the outcome of a payment may change.
    func sharing(
        of outcome: PurchaseRule.Outcome,
        by rule: PurchaseRule
    ) throws -> PurchaseRule.Sharing {
        guard case .purchased(_, let original, _) = outcome else { return ([], []) }
        let period = rule.history.presentPeriod ?? original
        return (
            try recipients(of: rule.product, withAccessTo: period),
            try rule.history.subscription.map { try sharedPurchases(of: $0.entryID) } ?? []
        )
    }
}

extension LedgerWriter {
    /// Ends memberships beyond the seats of a period that continues a subscription, before it
    /// begins.
    func limitSeatMembers(by outcome: PurchaseRule.Outcome, of rule: PurchaseRule) throws {
        guard case .purchased = outcome, rule.history.presentPeriod?.seats != nil,
            let subscription = rule.history.subscription, subscription.nextEventDate != nil
        else { return }
        let count = rule.request.seatCount ?? 0
        try limitSeatMembers(of: subscription, to: count, at: rule.purchaseDate)
    }
}
