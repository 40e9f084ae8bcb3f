import AppReceipt
import Foundation
import LocalAppStore

/// The documents of the store in use, each signed and verified once for every state.
///
/// All members block for the ledger and for signatures, so none is called on a thread of tasks.
final class VerifiedDocuments: StoreScopeMember {
    /// About 30 MB of transactions.
    private static let limit = 10_000

    private let state = Locked(State())

    private struct State {
        var signer: Signer?
        var transactions: [String: Known<TransactionPayload, Transaction>] = [:]
        var renewalInfos:
            [String: Known<RenewalInfoPayload, Product.SubscriptionInfo.RenewalInfo>] = [:]
        var appTransactions: [String: Known<AppTransactionPayload, AppTransaction>] = [:]
        var listings: [TransactionSelection: Listing] = [:]
    }

    private struct Known<Payload: Sendable, Signed: Sendable>: Sendable {
        let content: Payload
        let result: VerificationResult<Signed>
    }

    private struct Listing {
        weak var store: Store?
        let revision: Int64
        let transactions: [VerificationResult<Transaction>]
    }

    /// The signer and the app; documents are valid as long as both are the same.
    private struct Signer {
        let root: [UInt8]
        let app: StoreApp
        let settings: ReceiptSettings
        let trust: DocumentTrust
    }

    /// The transactions of a selection.
    func transactions(
        _ selection: TransactionSelection,
        of store: Store
    ) throws -> [VerificationResult<Transaction>] {
        while true {
            let known = state.withLock { $0.listings[selection] }
            let isKnown = known?.store === store
            let revision = isKnown ? known?.revision : nil
            guard let listing = try store.transactions(selection, unlessAt: revision) else {
                return known?.transactions ?? []
            }
            let documents = try documents(of: listing.entries, in: store)
            // Another process may have changed one before it was signed.
            guard documents.arePresent else { continue }
            remember(
                Listing(
                    store: store,
                    revision: listing.revision,
                    transactions: documents.transactions
                ),
                of: selection
            )
            return documents.transactions
        }
    }

    private func remember(_ listing: Listing, of selection: TransactionSelection) {
        let former = state.withLock { state in
            defer { state.listings[selection] = listing }
            return state.listings[selection]
        }
        withExtendedLifetime(former) {}
    }

    /// The transactions of some entries in their present states.
    func transactions(
        of entries: [LedgerEntry],
        in store: Store
    ) throws -> [VerificationResult<Transaction>] {
        try documents(of: entries, in: store).transactions
    }

    /// The transactions of some entries in their present states, and whether the entries have
    /// these.
    private func documents(
        of entries: [LedgerEntry],
        in store: Store
    ) throws -> (transactions: [VerificationResult<Transaction>], arePresent: Bool) {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let contents = store.contents(ofTransactions: entries, in: context)
        var results = contents.map { known($0, \.transactions, $0.transactionIdentifier) }
        let missing = results.indices.filter { results[$0] == nil }
        guard !missing.isEmpty else { return (results.compactMap(\.self), true) }
        let signings = try store.signing(missing.map { entries[$0] })
        let present = store.contents(ofTransactions: signings.map(\.entry), in: context)
        let edited = try store.editedEntries(among: signings.map(\.entry))
        let made = try signings.indices.map { $0 }.concurrentMap { index in
            let (entry, date) = signings[index]
            var context = context
            context.date = date
            let isEdited = edited.contains(entry.id)
            return trust.verify(
                try store.signForDevice(present[index], isEdited: isEdited, in: context)
            )
        }
        for (index, (result, content)) in zip(missing, zip(made, present)) {
            results[index] = result
            remember(result, of: content, \.transactions, content.transactionIdentifier)
        }
        return (results.compactMap(\.self), missing.map { contents[$0] } == present)
    }

    /// The status of a subscription, which a habit of a system may show otherwise than it is.
    func status(
        _ status: SubscriptionPeriodStatus,
        in store: Store
    ) throws -> Product.SubscriptionInfo.Status? {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let content = try store.content(ofRenewalInfo: status, in: context)
        let transactions = try transactions(of: [status.entry], in: store)
        guard let transaction = transactions.first else { return nil }
        return Product.SubscriptionInfo.Status(
            state: .init(rawValue: status.subscription.status.rawValue),
            transaction: transaction,
            renewalInfo: try document(
                content,
                \.renewalInfos,
                content.originalTransactionIdentifier
            ) {
                var context = context
                context.date = try store.signing(status).date
                let isEdited = try store.isEdited(status)
                return trust.verify(
                    try store.signForDevice(content, isEdited: isEdited, in: context)
                )
            }
        )
    }

    /// The app transaction, signed anew if that is asked for.
    func appTransaction(
        isSignedAnew: Bool,
        in store: Store
    ) throws -> VerificationResult<AppTransaction> {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let content = store.contentOfAppTransaction(in: context)
        if isSignedAnew { state.withLock { $0.appTransactions = [:] } }
        return try document(content, \.appTransactions, content.appTransactionIdentifier) {
            trust.verify(try store.signForDevice(content, in: context))
        }
    }

    private func document<Payload: JWSPayload, Signed: Sendable>(
        _ content: Payload,
        _ list: WritableKeyPath<State, [String: Known<Payload, Signed>]>,
        _ identifier: String?,
        _ make: () throws -> VerificationResult<Signed>
    ) throws -> VerificationResult<Signed> {
        if let known = known(content, list, identifier) { return known }
        let result = try make()
        remember(result, of: content, list, identifier)
        return result
    }

    /// The document of a content; `nil` if it was not signed, or says something else now.
    private func known<Payload: JWSPayload, Signed: Sendable>(
        _ content: Payload,
        _ list: WritableKeyPath<State, [String: Known<Payload, Signed>]>,
        _ identifier: String?
    ) -> VerificationResult<Signed>? {
        let known = state.withLock { $0[keyPath: list][identifier ?? ""] }
        return known?.content == content ? known?.result : nil
    }

    private func remember<Payload: JWSPayload, Signed: Sendable>(
        _ result: VerificationResult<Signed>,
        of content: Payload,
        _ list: WritableKeyPath<State, [String: Known<Payload, Signed>]>,
        _ identifier: String?
    ) {
        state.withLock { state in
            if state[keyPath: list].count >= Self.limit { state[keyPath: list] = [:] }
            state[keyPath: list][identifier ?? ""] = Known(content: content, result: result)
        }
    }

    /// The trust in a store's documents; those of another signer are forgotten.
    private func trust(_ store: Store, in context: DocumentContext) throws -> DocumentTrust {
        let root = try store.signedTransactionRootCertificate
        if let signer = state.withLock({ $0.signer }), signer.root == root,
            signer.app == context.app, signer.settings == context.settings
        {
            return signer.trust
        }
        let trust = try DocumentTrust(store, in: context)
        let signer = Signer(
            root: root,
            app: context.app,
            settings: context.settings,
            trust: trust
        )
        let former = state.withLock { state in
            defer { state = State(signer: signer) }
            return state
        }
        withExtendedLifetime(former) {}
        return trust
    }
}

extension StoreScope {
    var documents: VerifiedDocuments { member { VerifiedDocuments() } }
}

extension Array where Element: Sendable {
    /// What `body` makes of the elements, on all processors at once; blocks.
    func concurrentMap<Result: Sendable>(
        _ body: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let results = Locked([Swift.Result<Result, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Swift.Result { try body(self[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }
}
