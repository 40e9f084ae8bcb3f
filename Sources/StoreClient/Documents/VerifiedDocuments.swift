package import AppReceipt
import Dispatch
import Foundation
package import LocalAppStore

/// The documents of the store in use, each signed and verified once for every state.
///
/// All members block for the ledger and for signatures, so none is called on a thread of tasks.
package final class VerifiedDocuments: StoreScopeMember {
    package typealias SignedTransaction = SignedDocument<TransactionPayload>

    private let state = Locked(State())

    private struct State {
        var signer: Signer?
        var transactions = DocumentList<TransactionPayload>()
        var renewalInfos = DocumentList<RenewalInfoPayload>()
        var appTransactions = DocumentList<AppTransactionPayload>()
        var listings: [TransactionSelection: Listing] = [:]
    }

    private struct Listing {
        weak var store: Store?
        let revision: Int64
        let transactions: [SignedTransaction]
    }

    /// The signer and the app; documents are valid as long as both are the same.
    private struct Signer {
        let root: [UInt8]
        let app: StoreApp
        let settings: ReceiptSettings
        let trust: DocumentTrust
    }

    package init() {}

    /// The transactions of a selection.
    package func transactions(
        _ selection: TransactionSelection,
        of store: Store
    ) throws -> [SignedTransaction] {
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
    package func transactions(
        of entries: [LedgerEntry],
        in store: Store
    ) throws -> [SignedTransaction] {
        try documents(of: entries, in: store).transactions
    }

    /// The transactions of some entries in their present states, and whether the entries have
    /// these.
    private func documents(
        of entries: [LedgerEntry],
        in store: Store
    ) throws -> (transactions: [SignedTransaction], arePresent: Bool) {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let contents = store.contents(ofTransactions: entries, in: context)
        var results = state.withLock { state in contents.map { state.transactions[$0] } }
        let missing = results.indices.filter { results[$0] == nil }
        guard !missing.isEmpty else { return (results.compactMap(\.self), true) }
        let signings = try store.signing(missing.map { entries[$0] })
        let present = store.contents(ofTransactions: signings.map(\.entry), in: context)
        let edited = try store.editedEntries(among: signings.map(\.entry))
        let made = try Array(signings.indices).concurrentMap { index in
            let (entry, date) = signings[index]
            var context = context
            context.date = date
            let isEdited = edited.contains(entry.id)
            return trust.verify(
                try store.signForDevice(present[index], isEdited: isEdited, in: context)
            )
        }
        state.withLock { state in
            for (document, content) in zip(made, present) {
                state.transactions.insert(document, for: content)
            }
        }
        for (index, document) in zip(missing, made) { results[index] = document }
        return (results.compactMap(\.self), missing.map { contents[$0] } == present)
    }

    /// The status of a subscription, as a system's habit may have changed it.
    package func status(
        _ status: SubscriptionPeriodStatus,
        in store: Store
    ) throws -> SignedStatus? {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let content = try store.content(ofRenewalInfo: status, in: context)
        let transactions = try transactions(of: [status.entry], in: store)
        guard let transaction = transactions.first else { return nil }
        let renewalInfo = try document(content, \.renewalInfos) {
            var context = context
            context.date = try store.signing(status).date
            let isEdited = try store.isEdited(status)
            return trust.verify(try store.signForDevice(content, isEdited: isEdited, in: context))
        }
        return SignedStatus(
            status: status.subscription.status,
            transaction: transaction,
            renewalInfo: renewalInfo
        )
    }

    /// The app transaction, signed anew if that is asked for.
    package func appTransaction(
        isSignedAnew: Bool,
        in store: Store
    ) throws -> SignedDocument<AppTransactionPayload> {
        let context = try store.documentContext()
        let trust = try trust(store, in: context)
        let content = store.contentOfAppTransaction(in: context)
        if isSignedAnew { state.withLock { $0.appTransactions = DocumentList() } }
        return try document(content, \.appTransactions) {
            trust.verify(try store.signForDevice(content, in: context))
        }
    }

    private func document<Payload: IdentifiedPayload>(
        _ content: Payload,
        _ list: WritableKeyPath<State, DocumentList<Payload>>,
        _ make: () throws -> SignedDocument<Payload>
    ) throws -> SignedDocument<Payload> {
        if let known = state.withLock({ $0[keyPath: list][content] }) { return known }
        let document = try make()
        state.withLock { $0[keyPath: list].insert(document, for: content) }
        return document
    }

    /// The trust in a store's documents; documents of another signer are forgotten.
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

/// A subscription's status with its documents.
package struct SignedStatus: Sendable {
    package var status: CustomerSubscription.Status
    package let transaction: SignedDocument<TransactionPayload>
    package let renewalInfo: SignedDocument<RenewalInfoPayload>
}

private protocol IdentifiedPayload: DeviceBoundPayload {
    var identifier: String? { get }
}

extension TransactionPayload: IdentifiedPayload {
    fileprivate var identifier: String? { transactionIdentifier }
}

extension RenewalInfoPayload: IdentifiedPayload {
    fileprivate var identifier: String? { originalTransactionIdentifier }
}

extension AppTransactionPayload: IdentifiedPayload {
    fileprivate var identifier: String? { appTransactionIdentifier }
}

/// Documents of a kind, each found by the content that it was signed for.
private struct DocumentList<Payload: IdentifiedPayload>: Sendable {
    /// About 30 MB of transactions.
    private static var limit: Int { 10_000 }

    private var known: [String: (content: Payload, document: SignedDocument<Payload>)] = [:]

    /// The document of a content; `nil` if it was not signed, or says something else now.
    subscript(content: Payload) -> SignedDocument<Payload>? {
        let known = known[content.identifier ?? ""]
        return known?.content == content ? known?.document : nil
    }

    mutating func insert(_ document: SignedDocument<Payload>, for content: Payload) {
        if known.count >= Self.limit { known = [:] }
        known[content.identifier ?? ""] = (content, document)
    }
}

extension StoreScope {
    package var documents: VerifiedDocuments { member { VerifiedDocuments() } }
}

extension Array where Element: Sendable {
    /// Returns the results of `body` for the elements, on all processors at once; blocks.
    package func concurrentMap<Result: Sendable>(
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
