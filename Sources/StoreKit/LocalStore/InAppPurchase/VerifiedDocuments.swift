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
        var appTransaction: Known<AppTransactionPayload, AppTransaction>?
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

    /// Who signs, for whom; documents are good as long as this is the same.
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
        let known = state.withLock { $0.listings[selection] }
        let isKnown = known?.store === store
        let listing = try store.transactions(selection, unlessAt: isKnown ? known?.revision : nil)
        guard let listing else { return known?.transactions ?? [] }
        let transactions = try transactions(of: listing.entries, in: store)
        let new = Listing(store: store, revision: listing.revision, transactions: transactions)
        let former = state.withLock { state in
            defer { state.listings[selection] = new }
            return state.listings[selection]
        }
        withExtendedLifetime(former) {}
        return transactions
    }

    /// The transactions of some entries.
    func transactions(
        of entries: [LedgerEntry],
        in store: Store
    ) throws -> [VerificationResult<Transaction>] {
        let trust = try trust(store)
        return try store.contents(ofTransactions: entries).map { content in
            try document(content, \.transactions, content.transactionIdentifier ?? "") {
                trust.verify(try store.signForDevice(content))
            }
        }
    }

    /// The status of a subscription.
    func status(
        _ status: SubscriptionPeriodStatus,
        in store: Store
    ) throws -> Product.SubscriptionInfo.Status? {
        let trust = try trust(store)
        let contents = try store.contents(ofRenewalInfos: [status])
        guard let transaction = try transactions(of: [status.entry], in: store).first,
            let content = contents.first
        else { return nil }
        return Product.SubscriptionInfo.Status(
            state: .init(rawValue: status.subscription.status.rawValue),
            transaction: transaction,
            renewalInfo: try document(
                content,
                \.renewalInfos,
                content.originalTransactionIdentifier ?? ""
            ) {
                trust.verify(try store.signForDevice(content))
            }
        )
    }

    /// The app transaction, signed anew if that is asked for.
    func appTransaction(
        isSignedAnew: Bool,
        in store: Store
    ) throws -> VerificationResult<AppTransaction> {
        let trust = try trust(store)
        let content = try store.contentOfAppTransaction()
        if !isSignedAnew, let known = state.withLock({ $0.appTransaction }),
            known.content == content
        {
            return known.result
        }
        let result = trust.verify(try store.signForDevice(content))
        state.withLock { $0.appTransaction = Known(content: content, result: result) }
        return result
    }

    private func document<Payload: JWSPayload, Signed: Sendable>(
        _ content: Payload,
        _ list: WritableKeyPath<State, [String: Known<Payload, Signed>]>,
        _ id: String,
        _ make: () throws -> VerificationResult<Signed>
    ) throws -> VerificationResult<Signed> {
        if let known = state.withLock({ $0[keyPath: list][id] }), known.content == content {
            return known.result
        }
        let result = try make()
        state.withLock { state in
            if state[keyPath: list].count >= Self.limit { state[keyPath: list] = [:] }
            state[keyPath: list][id] = Known(content: content, result: result)
        }
        return result
    }

    /// The trust in a store's documents; those of another signer are forgotten.
    private func trust(_ store: Store) throws -> DocumentTrust {
        let root = try store.signedTransactionRootCertificate
        let settings = try store.receiptSettings
        let app = store.app
        if let signer = state.withLock({ $0.signer }), signer.root == root, signer.app == app,
            signer.settings == settings
        {
            return signer.trust
        }
        let trust = try DocumentTrust(store)
        let signer = Signer(root: root, app: app, settings: settings, trust: trust)
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
