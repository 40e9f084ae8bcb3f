import AppReceipt
import Dispatch
import Foundation
import StoreLedger
import StoreModel

/// Issues a customer's receipt on request, once for each issuance, and keeps its file up to date.
///
/// Keys, signatures and files are used on a serial queue, without holding a lock.
final class ReceiptProvider: Sendable {
    let folder: ReceiptFolder
    private let ledger: Ledger
    private let customerID: Customer.ID
    private let queue = DispatchQueue(label: "LocalAppStore.receipts")
    private let request: Locked<Request>
    /// Changed only on the queue.
    private let cache = Locked(Cache())

    private struct Request {
        var app: StoreApp
        /// Whether the file was requested; it is not written before.
        var isFileRequested = false
    }

    private struct Cache {
        var issued: IssuedReceipt?
        /// The contents of the file; `nil` before it was written.
        var file: FileContents?
        var verifier: ReceiptVerifier?
    }

    private struct IssuedReceipt {
        let issuance: ReceiptIssuance
        let app: StoreApp
        let fileName: String
        let receipt: SignedReceipt
    }

    private struct FileContents: Equatable {
        /// `nil` if there must be no file.
        let issuance: ReceiptIssuance?
        let app: StoreApp
    }

    init(_ ledger: Ledger, app: StoreApp, customerID: Customer.ID) {
        self.ledger = ledger
        self.customerID = customerID
        request = Locked(Request(app: app))
        let folder = ReceiptFolder(for: ledger.location, customerID: customerID)
        self.folder = folder
        queue.async { folder.removeLeftovers() }
    }

    var app: StoreApp {
        get { request.withLock { $0.app } }
        set { request.withLock { $0.app = newValue } }
    }

    /// The receipt of the last issuance; `nil` if none was issued.
    func receipt() throws(StoreError) -> SignedReceipt? {
        try onQueue { () throws(StoreError) in try current()?.receipt }
    }

    /// The root certificate of the receipts, in DER.
    func rootCertificate() throws(StoreError) -> [UInt8] {
        try onQueue { () throws(StoreError) in try folder.identity().rootCertificate }
    }

    /// The verifier of this store's receipts; always the same one, because it caches their chain.
    func verifier() throws(StoreError) -> ReceiptVerifier {
        try onQueue { () throws(StoreError) in try cachedVerifier() }
    }

    /// Returns the location of the file, and keeps the file up to date from now on.
    func file() throws(StoreError) -> URL {
        request.withLock { $0.isFileRequested = true }
        return try onQueue { () throws(StoreError) in
            // A file that was removed is written again.
            let name = try ledger.read { try $0.receiptSettings().receiptFileName }
            if !folder.has(name) { cache.withLock { $0.file = nil } }
            try writeFile()
            return folder.file(name)
        }
    }

    /// Updates the file, if it was requested before.
    func refreshFile() throws(StoreError) {
        guard request.withLock({ $0.isFileRequested }) else { return }
        try onQueue { () throws(StoreError) in try writeFile() }
    }

    func onQueue<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try queue.sync { Result { () throws(StoreError) in try body() } }.get()
    }
}

// All of these are called on the queue.
extension ReceiptProvider {
    /// Writes the file of the last issuance, unless it was written last.
    ///
    /// Another process may write it at the same time. Each process checks for a newer issuance
    /// after writing, so the newest receipt is the last one written. It does that later: where
    /// another process buys faster than this one signs, a caller would wait without end.
    private func writeFile() throws(StoreError) {
        let app = app
        let issued = try current()
        let contents = FileContents(issuance: issued?.issuance, app: issued?.app ?? app)
        guard cache.withLock({ $0.file }) != contents else { return }
        try folder.write(issued?.receipt, named: issued?.fileName)
        cache.withLock { $0.file = contents }
        guard case .file = ledger.location else { return }
        queue.async { [weak self] in try? self?.writeFile() }
    }

    private func current() throws(StoreError) -> IssuedReceipt? {
        let app = app
        let cached = cache.withLock { $0.issued }
        let (issuance, builder) = try ledger.read(as: customerID) { reader in
            let issuance = try reader.receiptIssuance()
            let isCached = cached?.issuance == issuance && cached?.app == app
            return (
                issuance,
                isCached
                    ? nil : try issuance.map { try reader.receiptContentBuilder(for: $0, of: app) }
            )
        }
        guard let issuance else { return nil }
        guard let builder else { return cached }
        let issued = IssuedReceipt(
            issuance: issuance,
            app: app,
            fileName: builder.settings.receiptFileName,
            receipt: try sign(builder.content)
        )
        cache.withLock { $0.issued = issued }
        return issued
    }

    /// Signs a receipt and verifies it: the certificates of keys from earlier versions end in 2200.
    func sign(_ content: ReceiptContent) throws(StoreError) -> SignedReceipt {
        let issuer = ReceiptIssuer(identity: try folder.identity())
        let verifier = try cachedVerifier()
        do {
            let receipt = try issuer.issue(content)
            _ = try verifier.verify(receipt)
            return receipt
        } catch {
            throw .unusableReceipts(path: folder.url.path, detail: error.localizedDescription)
        }
    }

    private func cachedVerifier() throws(StoreError) -> ReceiptVerifier {
        if let verifier = cache.withLock({ $0.verifier }) { return verifier }
        let root = try folder.identity().rootCertificate
        guard let roots = try? TrustedRoots([root]) else {
            let detail = "the store's root cannot be read"
            throw .unusableReceipts(path: folder.url.path, detail: detail)
        }
        let verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
        cache.withLock { $0.verifier = verifier }
        return verifier
    }
}

extension LedgerReader {
    fileprivate func receiptContentBuilder(
        for issuance: ReceiptIssuance,
        of app: StoreApp
    ) throws -> ReceiptContentBuilder {
        ReceiptContentBuilder(
            app: app,
            settings: try receiptSettings(),
            properties: try receiptProperties(),
            date: issuance.date,
            entries: try receiptEntries(of: issuance),
            opaqueValue: (0..<16).map { _ in UInt8.random(in: 0...255) }
        )
    }
}

extension ReceiptSettings {
    fileprivate var receiptFileName: String {
        isProduction ? ReceiptFolder.receiptName : ReceiptFolder.sandboxReceiptName
    }
}
