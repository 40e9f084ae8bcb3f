// Calls of the documentation's samples that are functions.
import AppReceipt
import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(.timeLimit(.minutes(10))) struct Calls {
    private static let account = UUID()
    private static let pem = EntitlementSigningKey().pemRepresentation

    @Test(.store(contentsOf: Shop.file)) @MainActor func errors() async throws {
        let error = await #expect(throws: SKError.self) {
            _ = try await SwiftyStoreKit.purchaseProduct("com.example.coins", quantity: 11)
        }
        let reason = try #require(error.flatMap { HandlingErrors_3().reason(of: $0) })
        #expect(reason.contains("11"))
    }

    @Test(.store(contentsOf: Shop.file)) @MainActor func migrating() async throws {
        try await MigratingFrom016_3().buyCoins()
        #expect(try SKTestSession.current.allTransactions().count == 1)
    }

    @Test func offers() throws {
        let signature = try AppReceipt_3().sign(offer: "a", of: "b", for: "c", pem: Self.pem)
        #expect(!signature.isEmpty)
        let offer = try SignedTransactions_6().offer("a", of: "b", pem: Self.pem, issuer: "c")
        #expect(offer.split(separator: ".").count == 3)
    }

    @Test func offlineEntitlements() throws {
        let key = EntitlementSigningKey()
        let entitlement = OfflineEntitlements.Entitlement(
            name: "pro",
            productIdentifier: "com.example.map",
            originalTransactionIdentifier: "1",
            state: .active,
            isGranted: true,
            until: nil
        )
        let document = try SignedEntitlements_2()
            .sign([entitlement], for: Self.account, with: key, at: start)
        let names = try SignedEntitlements_3()
            .unlocked(by: document, for: Self.account, keys: [key.publicKey], at: start)
        #expect(names == ["pro"])
        #expect(SignedEntitlements_4().latestDate() > start)
    }

    @Test(.store(contentsOf: Shop.file)) @MainActor func signedDocuments() async throws {
        let session = try SKTestSession.current
        session.receiptBundleIdentifier = "com.example.app"
        _ = try await SwiftyStoreKit.purchaseProduct("com.example.monthly")
        let certificate = URL(fileURLWithPath: "root.cer")
        try Data(try session.receiptRootCertificate).write(to: certificate)
        let verifier = try SignedTransactions_2().testVerifier(certificate: certificate)
        let notification = try #require(session.notifications.first)
        // The certificate is that of receipts, which signs no notifications.
        #expect(throws: (any Error).self) {
            try SignedTransactions_3()
                .receive(session.signedPayload(of: notification), with: verifier)
        }
        var payload = TransactionPayload()
        payload.signedDate = start
        #expect(throws: (any Error).self) {
            try SignedTransactions_4()
                .product(of: session.signedPayload(of: notification), with: verifier)
        }
        _ = try SignedTransactions_5().sign(payload)
    }
}
