import AppReceipt
import Dispatch
import Foundation

/// Issues the app's receipt when it is asked for, each one once, and keeps its file as new as the
/// ledger.
///
/// Keys, signatures and files have a queue of their own, on which one thing is done after the
/// other; no lock is held meanwhile.
final class ReceiptKeeper: Sendable {
    private let folder: ReceiptFolder
    private let ledger: Ledger
    private let queue = DispatchQueue(label: "LocalAppStore.receipts")
    private let wanted: Locked<Wanted>
    /// Changed on the queue alone.
    private let made = Locked(Made())

    private struct Wanted {
        var app: StoreApp
        /// Whether anybody asked for the file; until then, nobody needs one.
        var isFileWanted = false
    }

    private struct Made {
        var issued: Issued?
        /// What the file shows; `nil` before it was written.
        var written: Written?
        var verifier: ReceiptVerifier?
    }

    private struct Issued {
        let issue: ReceiptIssue
        let app: StoreApp
        let fileName: String
        let receipt: SignedReceipt
    }

    private struct Written: Equatable {
        /// `nil` for a file that must not be there.
        let issue: ReceiptIssue?
        let app: StoreApp
    }

    init(_ ledger: Ledger, app: StoreApp) {
        self.ledger = ledger
        wanted = Locked(Wanted(app: app))
        let folder = ReceiptFolder(for: ledger.location)
        self.folder = folder
        queue.async { folder.removeLeftovers() }
    }

    var app: StoreApp {
        get { wanted.withLock { $0.app } }
        set { wanted.withLock { $0.app = newValue } }
    }

    /// The receipt as of the last change that made it anew; `nil` while there is none.
    func receipt() throws(Store.Error) -> SignedReceipt? {
        try onQueue { () throws(Store.Error) in try current()?.receipt }
    }

    /// The root that vouches for receipts, in DER.
    func rootCertificate() throws(Store.Error) -> [UInt8] {
        try onQueue { () throws(Store.Error) in try folder.identity().rootCertificate }
    }

    /// Takes this store's receipts alone; always the same, so that it remembers their chain.
    func verifier() throws(Store.Error) -> ReceiptVerifier {
        try onQueue { () throws(Store.Error) in try keptVerifier() }
    }

    /// Where the file lies, which from now on is as new as the ledger.
    func file() throws(Store.Error) -> URL {
        wanted.withLock { $0.isFileWanted = true }
        return try onQueue { () throws(Store.Error) in
            // Whoever took the file away gets it back.
            let name = try ledger.read { try $0.receiptSettings().receiptFileName }
            if !folder.has(name) { made.withLock { $0.written = nil } }
            try writeFile()
            return folder.file(name)
        }
    }

    /// Brings the file up to date, if anybody wants it.
    func refreshFile() throws(Store.Error) {
        guard wanted.withLock({ $0.isFileWanted }) else { return }
        try onQueue { () throws(Store.Error) in try writeFile() }
    }

    private func onQueue<Value>(
        _ body: () throws(Store.Error) -> Value
    ) throws(Store.Error) -> Value {
        try queue.sync { Result { () throws(Store.Error) in try body() } }.get()
    }
}

// Everything here runs on the queue.
extension ReceiptKeeper {
    /// Another process may write too; whoever finds a newer change afterwards writes once more, so
    /// the newest stays.
    private func writeFile() throws(Store.Error) {
        while true {
            let app = app
            let issued = try current()
            let written = Written(issue: issued?.issue, app: issued?.app ?? app)
            guard made.withLock({ $0.written }) != written else { return }
            try folder.keep(issued?.receipt, named: issued?.fileName)
            made.withLock { $0.written = written }
        }
    }

    private func current() throws(Store.Error) -> Issued? {
        let app = app
        let known = made.withLock { $0.issued }
        let (issue, draft) = try ledger.read { reader in
            let issue = try reader.receiptIssue()
            let isKnown = known?.issue == issue && known?.app == app
            return (
                issue, isKnown ? nil : try issue.map { try reader.receiptDraft(of: $0, for: app) }
            )
        }
        guard let issue else { return nil }
        guard let draft else { return known }
        let issued = Issued(
            issue: issue,
            app: app,
            fileName: draft.settings.receiptFileName,
            receipt: try sign(draft)
        )
        made.withLock { $0.issued = issued }
        return issued
    }

    /// Signs a receipt and verifies it, for the certificates of a key that an earlier version made
    /// end in 2200.
    private func sign(_ draft: ReceiptDraft) throws(Store.Error) -> SignedReceipt {
        let issuer = ReceiptIssuer(identity: try folder.identity())
        let verifier = try keptVerifier()
        do {
            let receipt = try issuer.issue(draft.content)
            _ = try verifier.verify(receipt)
            return receipt
        } catch {
            throw .unusableReceipts(path: folder.url.path, detail: error.localizedDescription)
        }
    }

    private func keptVerifier() throws(Store.Error) -> ReceiptVerifier {
        if let verifier = made.withLock({ $0.verifier }) { return verifier }
        let root = try folder.identity().rootCertificate
        guard let roots = try? TrustedRoots([root]) else {
            let detail = "the store's root cannot be read"
            throw .unusableReceipts(path: folder.url.path, detail: detail)
        }
        let verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
        made.withLock { $0.verifier = verifier }
        return verifier
    }
}

extension LedgerReader {
    fileprivate func receiptDraft(
        of issue: ReceiptIssue,
        for app: StoreApp
    ) throws -> ReceiptDraft {
        ReceiptDraft(
            app: app,
            settings: try receiptSettings(),
            properties: try receiptProperties(),
            date: issue.date,
            entries: try receiptEntries(of: issue),
            opaqueValue: (0..<16).map { _ in UInt8.random(in: 0...255) }
        )
    }
}

extension ReceiptSettings {
    fileprivate var receiptFileName: String {
        isProduction ? ReceiptFolder.receiptName : ReceiptFolder.sandboxReceiptName
    }
}
