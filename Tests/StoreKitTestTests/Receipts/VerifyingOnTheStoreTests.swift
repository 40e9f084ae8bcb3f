import AppReceipt
import Foundation
import FoundationNetworking
import LocalAppStore
import StoreKitTest
import SwiftyStoreKit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

extension StoreInUse {
    @Suite("verifyReceipt inside the process")
    struct VerifyingOnTheStoreTests {
        let session: SKTestSession

        init() throws {
            session = try SKTestSession.make()
        }

        private func ask(_ validator: AppleReceiptValidator) async throws -> VerifyReceiptResult {
            let receipt = try #require(try session.store.receipt())
            let results = Inbox<VerifyReceiptResult>()
            validator.validate(receiptData: Data(receipt.bytes)) { results.receive($0) }
            return try #require(await results.first())
        }

        @Test("Production sends a receipt of the sandbox on, and the sandbox answers it")
        func sandboxReceipt() async throws {
            try session.buyProduct(productIdentifier: Wares.colours)
            let info = try await ask(AppleReceiptValidator(service: .production)).get()
            #expect(info["environment"] as? String == "Sandbox")
            let bought = SwiftyStoreKit.verifyPurchase(productId: Wares.colours, inReceipt: info)
            guard case .purchased(let item) = bought else {
                Issue.record("not purchased")
                return
            }
            #expect(item.purchaseDate == .opening)
        }

        @Test("The sandbox sends a receipt of production back")
        func productionReceipt() async throws {
            try session.store.updateReceiptSettings { $0.isProduction = true }
            try session.buyProduct(productIdentifier: Wares.colours)
            let info = try await ask(AppleReceiptValidator(service: .sandbox)).get()
            #expect(info["environment"] as? String == "Production")
        }

        @Test("A wrong secret is refused, and the right one is not")
        func secret() async throws {
            try session.store.updateReceiptSettings { $0.sharedSecret = "right" }
            try session.buyProduct(productIdentifier: Wares.monthly)
            let refused = try await ask(AppleReceiptValidator(sharedSecret: "wrong"))
            guard case .error(.receiptInvalid(_, let status)) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(status == .secretNotMatching)
            let info = try await ask(AppleReceiptValidator(sharedSecret: "right")).get()
            #expect(info["latest_receipt_info"] != nil)
        }

        @Test(
            "The shared session is answered although it was in use before, and other addresses are not ours"
        )
        func sharedSession() async throws {
            try session.buyProduct(productIdentifier: Wares.colours)
            _ = URLSession.shared.configuration
            let validator = AppleReceiptValidator(excludeOldTransactions: true, session: .shared)
            #expect(try await ask(validator).get()["status"] as? Int == 0)
            let elsewhere = AppleReceiptValidator(excludeOldTransactions: false, session: .shared) {
                _ in
                URL(string: "unknown://buy.itunes.apple.com/verifyReceipt")
            }
            guard case .error(.networkError) = try await ask(elsewhere) else {
                Issue.record("an answer from nowhere")
                return
            }
        }

        @Test("A session that the app brought is the app's")
        func ownSession() async throws {
            try session.buyProduct(productIdentifier: Wares.colours)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Refusing.self]
            let validator = AppleReceiptValidator(
                excludeOldTransactions: false,
                session: URLSession(configuration: configuration)
            )
            guard case .error(.networkError(let error)) = try await ask(validator) else {
                Issue.record("the store answered")
                return
            }
            #expect((error as? URLError)?.code == .cannotParseResponse)
        }

        final class Refusing: URLProtocol {
            override class func canInit(with request: URLRequest) -> Bool { true }
            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
            override func startLoading() {
                client?.urlProtocol(self, didFailWithError: URLError(.cannotParseResponse))
            }
            override func stopLoading() {}
        }

        @Test("Without a store nothing goes to the network, and the error says what to set")
        func noStore() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                let results = Inbox<VerifyReceiptResult>()
                AppleReceiptValidator().validate(receiptData: Data([1])) { results.receive($0) }
                guard case .error(.networkError(let error)) = await results.first() else {
                    Issue.record("an answer without a store")
                    return
                }
                #expect(error.localizedDescription.contains("set STOREKIT_CONFIGURATION"))
            }
        }
    }
}
