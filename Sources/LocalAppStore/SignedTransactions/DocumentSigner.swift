import AppReceipt
import Foundation
import StoreLedger
import StoreModel

/// Signs documents as JWS with the store's key, and remembers what it signed.
///
/// A document is signed again when anything that it says has changed, and otherwise keeps the date
/// of its signature. Its members block for files, key generation and signatures.
final class DocumentSigner: Sendable {
    /// About 12 MB of documents.
    private static let limit = 2000
    private static let identityName = "jws-identity.pem"
    private static let shared = SharedIdentity<JWSSigningIdentity>()

    /// The folder of the key; `nil` for a ledger in memory.
    private let folder: PrivateFolder?
    private let issuer = Locked<JWSIssuer?>(nil)
    private let signed = Locked<[Int64: Signed]>([:])

    private struct Signed {
        /// The content of the document, without the date of its signature.
        let payload: TransactionPayload
        let document: JWS<TransactionPayload>
    }

    init(for location: StoreLocation) {
        switch location {
        case .memory: folder = nil
        case .file: folder = PrivateFolder(url: location.receiptFolder.url)
        }
    }

    /// The root certificate of the documents, in DER.
    func rootCertificate() throws(StoreError) -> [UInt8] {
        try makeIssuer().identity.rootCertificate
    }

    /// Signs the transaction of an entry.
    func sign(
        _ entry: LedgerEntry,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<TransactionPayload> {
        var payload = TransactionPayload(entry)
        payload.complete(in: context)
        let signedDate = payload.signedDate
        payload.signedDate = nil
        if let known = signed.withLock({ $0[entry.id] }), known.payload == payload {
            return known.document
        }
        var dated = payload
        dated.signedDate = signedDate
        let document = try sign(dated)
        remember(Signed(payload: payload, document: document), as: entry.id)
        return document
    }

    /// Signs a payload.
    func sign<Payload: JWSPayload>(
        _ payload: Payload
    ) throws(StoreError) -> JWS<Payload> {
        let issuer = try makeIssuer()
        return try reporting { try issuer.issue(payload) }
    }

    private func remember(_ document: Signed, as id: Int64) {
        signed.withLock { signed in
            if signed.count >= Self.limit { signed = [:] }
            signed[id] = document
        }
    }

    private func makeIssuer() throws(StoreError) -> JWSIssuer {
        if let issuer = issuer.withLock({ $0 }) { return issuer }
        let made = JWSIssuer(
            identity: try reporting {
                try folder?.identity(Self.identityName) ?? Self.shared.get()
            }
        )
        return issuer.withLock { issuer in
            let first = issuer ?? made
            issuer = first
            return first
        }
    }

    private func reporting<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(
                error,
                withReceiptsIn: folder?.url.path ?? StoreLocation.memory.path
            )
        }
    }
}
