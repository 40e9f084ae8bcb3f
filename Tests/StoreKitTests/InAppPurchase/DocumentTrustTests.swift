import AppReceipt
import Foundation
import LocalAppStore
import StoreClient
import Testing

@testable import StoreKit

@Suite("Verification of signed transactions")
struct DocumentTrustTests {
    private let store: Store
    private let trust: DocumentTrust

    init() throws {
        store = try Self.makeStore()
        trust = try DocumentTrust(store, in: store.documentContext())
    }

    private static func makeStore(
        app: StoreApp = StoreApp(bundleIdentifier: "com.example.app")
    ) throws -> Store {
        let catalog = Catalog(products: [CatalogProduct(id: "book", kind: .nonConsumable)])
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A file has a key of its own; stores in memory share one.
        let file = folder.appendingPathComponent("store.ledger")
        return try Store(
            catalog: catalog,
            at: .file(file),
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400)),
            app: app
        )
    }

    private func document(of store: Store) throws -> JWS<TransactionPayload> {
        let entry = try store.pay(PaymentRequest(productID: "book"))
        let context = try store.documentContext()
        let content = try #require(store.contents(ofTransactions: [entry], in: context).first)
        return try store.signForDevice(content, in: context)
    }

    @Test("A transaction of the store is verified")
    func verified() throws {
        let result = result(trust.verify(try document(of: store)))
        #expect(try result.payloadValue.productID == "book")
        #expect(result.signatureData.count == 64)
    }

    @Test("Another store's key is no trusted signer")
    func otherStore() throws {
        expect(try document(of: try Self.makeStore()), is: .invalidCertificateChain)
    }

    @Test("A changed payload does not fit its signature")
    func changedPayload() throws {
        let parts = try document(of: store).compactSerialization.split(separator: ".")
        let text = parts[1].replacingOccurrences(of: "A", with: "B")
        expect(JWS("\(parts[0]).\(text).\(parts[2])"), is: .invalidSignature)
    }

    @Test("What is no JWS is badly encoded", arguments: ["", "a.b", "a.b.c", "..", "💰.💰.💰"])
    func noDocument(text: String) {
        expect(JWS(text), is: .invalidEncoding)
    }

    @Test("A transaction of another app is refused")
    func otherApp() throws {
        let app = StoreApp(bundleIdentifier: "com.example.other")
        let other = DocumentTrust(
            verifier: JWSVerifier(
                trustedRoots: try TrustedRoots([try store.signedTransactionRootCertificate]),
                policy: JWSPolicy(
                    bundleIdentifier: app.bundleIdentifier,
                    environments: [.sandbox]
                )
            ),
            device: trust.device
        )
        let result = result(other.verify(try document(of: store)))
        #expect(throws: VerificationResult<Transaction>.VerificationError.self) {
            try result.payloadValue
        }
    }

    @Test("A transaction for another device is refused")
    func otherDevice() throws {
        let other = DocumentTrust(verifier: trust.verifier, device: UUID())
        let result = result(other.verify(try document(of: store)))
        #expect(throws: VerificationResult<Transaction>.VerificationError.invalidDeviceVerification)
        {
            try result.payloadValue
        }
    }

    @Test("A transaction without its device's members lacks what is required")
    func unbound() throws {
        let entry = try store.pay(PaymentRequest(productID: "book"))
        expect(try store.signedTransaction(of: entry), is: .missingRequiredProperties)
    }

    @Test("A document is signed once for each state")
    func signedOnce() throws {
        let entry = try store.pay(PaymentRequest(productID: "book"))
        let documents = VerifiedDocuments()
        let first = try documents.transactions(of: [entry], in: store)
        store.clock.advance(by: 60)
        let again = try documents.transactions(of: [entry], in: store)
        #expect(again.map(\.compact) == first.map(\.compact))
        try store.refunds.refund(entry.id)
        let refunded = try documents.transactions(of: [store.requiredEntry(entry.id)], in: store)
        #expect(refunded.map(\.compact) != first.map(\.compact))
    }

    private func expect(
        _ jws: JWS<TransactionPayload>,
        is error: VerificationResult<Transaction>.VerificationError
    ) {
        #expect(throws: error) { try result(trust.verify(jws)).payloadValue }
    }

    private func result(
        _ document: SignedDocument<TransactionPayload>
    ) -> VerificationResult<Transaction> {
        VerificationResult(document)
    }
}
