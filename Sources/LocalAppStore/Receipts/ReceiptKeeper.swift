import AppReceipt
import Foundation

/// Issues the app's receipt when it is asked for, each one once, and keeps its file as new as the ledger.
final class ReceiptKeeper: Sendable {
    let folder: ReceiptFolder
    private let ledger: Ledger
    private let state: Locked<State>

    private struct State {
        var app: StoreApp
        var issued: Issued?
        /// Whether anybody asked for the file; until then, nobody needs one.
        var isFileWanted = false
        /// The change that the file stands for, 0 for a file that must not be there; `nil` before it was written.
        var writtenRevision: Int64?
    }

    private struct Issued {
        let issue: ReceiptIssue
        let receipt: SignedReceipt
    }

    init(_ ledger: Ledger, app: StoreApp) {
        self.ledger = ledger
        folder = ReceiptFolder(for: ledger.location)
        state = Locked(State(app: app))
    }

    var app: StoreApp {
        get { state.withLock { $0.app } }
        set {
            state.withLock { state in
                state.app = newValue
                state.issued = nil
                state.writtenRevision = nil
            }
        }
    }

    /// The receipt as of the last change that made it anew; `nil` while there is none.
    func receipt() throws(Store.Error) -> SignedReceipt? {
        try state.withLock { state throws(Store.Error) in try current(&state)?.receipt }
    }

    /// Where the file lies, which from now on is as new as the ledger.
    func file() throws(Store.Error) -> URL {
        try state.withLock { state throws(Store.Error) in
            state.isFileWanted = true
            // Whoever took the file away gets it back.
            let name = try ledger.read { try $0.receiptFileName() }
            if !folder.has(name) { state.writtenRevision = nil }
            try writeFile(&state)
            return folder.file(name)
        }
    }

    /// Brings the file up to date, if anybody wants it.
    func refreshFile() throws(Store.Error) {
        try state.withLock { state throws(Store.Error) in
            if state.isFileWanted { try writeFile(&state) }
        }
    }

    /// Another process may write too; whoever finds a newer change afterwards writes once more, so the newest stays.
    private func writeFile(_ state: inout State) throws(Store.Error) {
        while true {
            let (name, issue) = try ledger.read {
                (try $0.receiptFileName(), try $0.receiptIssue())
            }
            let revision = issue?.revision ?? 0
            guard state.writtenRevision != revision else { return }
            let issued = try current(&state)
            guard issued?.issue == issue else { continue }
            try folder.keep(issued?.receipt, named: name)
            state.writtenRevision = revision
        }
    }

    private func current(_ state: inout State) throws(Store.Error) -> Issued? {
        let app = state.app
        let known = state.issued?.issue
        let draft = try ledger.read { reader -> (ReceiptIssue, ReceiptDraft)? in
            guard let issue = try reader.receiptIssue() else { return nil }
            guard issue != known else { return nil }
            return (issue, try reader.receiptDraft(of: issue, for: app))
        }
        guard let (issue, draft) = draft else {
            return state.issued
        }
        let issued = Issued(issue: issue, receipt: try sign(draft))
        state.issued = issued
        return issued
    }

    private func sign(_ draft: ReceiptDraft) throws(Store.Error) -> SignedReceipt {
        let issuer = ReceiptIssuer(identity: try folder.identity())
        do {
            return try issuer.issue(draft.content)
        } catch {
            throw .unusableReceipts(path: folder.url.path, detail: error.localizedDescription)
        }
    }
}

extension LedgerReader {
    fileprivate func receiptFileName() throws -> String {
        try receiptSettings().isProduction
            ? ReceiptFolder.receiptName : ReceiptFolder.sandboxReceiptName
    }

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
