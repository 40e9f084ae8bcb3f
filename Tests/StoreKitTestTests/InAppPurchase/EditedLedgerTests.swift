import AppReceipt
import Foundation
import GRDB
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite(
    "A ledger that was edited by hand",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct EditedLedgerTests {
    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    private func edit(_ sql: String) throws {
        try session.store.core.ledger.queue.inDatabase { try $0.execute(sql: sql) }
    }

    @Test("An edited transaction does not fit its signature, and the others do")
    func transaction() async throws {
        let session = try session
        let hints = try session.bought(SampleProducts.hints)
        try edit("UPDATE entry SET productID = '\(SampleProducts.colours)'")
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        var results: [VerificationResult<Transaction>] = []
        for await result in Transaction.all { results.append(result) }
        #expect(results.count == 2)
        let edited = try #require(
            results.first { $0.unsafePayloadValue.id == UInt64(hints.identifier) }
        )
        guard case .unverified(let transaction, .invalidSignature) = edited else {
            Issue.record("\(edited)")
            return
        }
        #expect(transaction.productID == SampleProducts.colours)
        #expect(throws: JWSRefusal.self) { try verify(edited.jwsRepresentation) }
        for result in results where result.unsafePayloadValue.id != transaction.id {
            #expect(try verify(result.jwsRepresentation) == result.payloadValue.productID)
        }
    }

    @Test("An edit is noticed though the transaction was read before")
    func later() async throws {
        let session = try session
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        let before = try #require(await Transaction.latest(for: SampleProducts.weekly))
        #expect(try before.payloadValue.productID == SampleProducts.weekly)
        try edit("UPDATE entry SET expirationDate = expirationDate + 86400000")
        // Editing a ledger leaves its revision; the next change of the store reveals the edit.
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let after = try #require(await Transaction.latest(for: SampleProducts.weekly))
        #expect(throws: VerificationResult<Transaction>.VerificationError.invalidSignature) {
            try after.payloadValue
        }
    }

    @Test("An edited subscription has unverified renewal information")
    func subscription() async throws {
        let session = try session
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        try edit("UPDATE subscription SET isAutoRenewEnabled = 0")
        let status = try await session.status
        #expect(
            throws: VerificationResult<Product.SubscriptionInfo.RenewalInfo>
                .VerificationError.invalidSignature
        ) {
            try status.renewalInfo.payloadValue
        }
        #expect(try status.transaction.payloadValue.productID == SampleProducts.weekly)
    }

    private func verify(_ jws: String) throws -> String? {
        let store = try session.store
        let verifier = try store.documentVerifier(in: store.documentContext())
        return try verifier.verify(
            JWS<TransactionPayload>(jws),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        ).payload.productIdentifier
    }
}
