import AppReceipt
import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

extension StoreInUse {
    @Suite("The receipts of a session")
    struct SessionReceiptTests {
        let session: SKTestSession

        init() throws {
            session = try SKTestSession.make()
        }

        private func status() async throws -> ReceiptStatus? {
            let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
            let results = Recorder<VerifyReceiptResult>()
            AppleReceiptValidator(service: .sandbox).validate(receiptData: data) {
                results.record($0)
            }
            switch try #require(await results.first()) {
            case .success: return .valid
            case .error(.receiptInvalid(_, let status)): return status
            case .error: return nil
            }
        }

        @Test("Receipts are issued for the session's app and verified with the session's root")
        func verified() async throws {
            session.receiptBundleIdentifier = "com.example.app"
            session.receiptAppVersion = "12"
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
            let roots = try TrustedRoots([try session.receiptRootCertificate])
            let rules: [any ReceiptRule] = [.bundleIdentifier("com.example.app"), .version("12")]
            let verifier = ReceiptVerifier(trustedRoots: roots, rules: rules)
            let receipt = try verifier.verify(SignedReceipt(data))
            #expect(receipt.inAppPurchases.map(\.productIdentifier) == [SampleProducts.colours])
            #expect(session.receiptBundleIdentifier == "com.example.app")
            #expect(session.receiptAppVersion == "12")
        }

        @Test("The shared secret and a set status determine the verifyReceipt response")
        func settings() async throws {
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            #expect(try await status() == .valid)
            session.sharedSecret = "secret"
            #expect(try await status() == .secretNotMatching)
            session.sharedSecret = nil
            session.verifyReceiptStatus = 21003
            #expect(try await status() == .receiptCouldNotBeAuthenticated)
            #expect(session.verifyReceiptStatus == 21003)
            session.resetToDefaultState()
            #expect(session.verifyReceiptStatus == nil)
            #expect(try await status() == .valid)
        }

        @Test("A production session issues production receipts")
        func production() async throws {
            #expect(session.environment == .xcode)
            session.environment = .production
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let data = try #require(SwiftyStoreKit.localReceiptData)
            #expect(try SignedReceipt(data).unverifiedContent().type == .production)
        }

        @Test("Each session has its own receipt")
        func apart() throws {
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            #expect(SwiftyStoreKit.localReceiptData != nil)
            let other = try SKTestSession.make()
            #expect(SwiftyStoreKit.localReceiptData == nil)
            withExtendedLifetime(other) {}
        }
    }
}
