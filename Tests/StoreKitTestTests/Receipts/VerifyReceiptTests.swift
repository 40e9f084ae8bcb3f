import AppReceipt
import Foundation
import FoundationNetworking
import LocalAppStore
import StoreKitTest
import SwiftyStoreKit
import Testing

#if canImport(Glibc)
import Glibc
#endif

extension StoreInUse {
    @Suite("verifyReceipt inside the process")
    struct VerifyReceiptTests {
        let session: SKTestSession

        init() throws {
            session = try SKTestSession.make()
        }

        private func validate(
            with validator: AppleReceiptValidator
        ) async throws -> VerifyReceiptResult {
            let receipt = try #require(try session.store.receipt())
            let results = Recorder<VerifyReceiptResult>()
            validator.validate(receiptData: Data(receipt.bytes)) { results.record($0) }
            return try #require(await results.first())
        }

        @Test("A sandbox receipt sent to production is verified by the sandbox")
        func sandboxReceipt() async throws {
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let info = try await validate(with: AppleReceiptValidator(service: .production)).get()
            #expect(info["environment"] as? String == "Sandbox")
            let bought = SwiftyStoreKit.verifyPurchase(
                productId: SampleProducts.colours,
                inReceipt: info
            )
            guard case .purchased(let item) = bought else {
                Issue.record("not purchased")
                return
            }
            #expect(item.purchaseDate == .opening)
        }

        @Test("A production receipt sent to the sandbox is verified by production")
        func productionReceipt() async throws {
            try session.store.updateReceiptSettings { $0.environment = .production }
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let info = try await validate(with: AppleReceiptValidator(service: .sandbox)).get()
            #expect(info["environment"] as? String == "Production")
        }

        @Test("A wrong shared secret is refused, and the right one is accepted")
        func secret() async throws {
            try session.store.updateReceiptSettings { $0.sharedSecret = "right" }
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            let refused = try await validate(with: AppleReceiptValidator(sharedSecret: "wrong"))
            guard case .error(.receiptInvalid(_, let status)) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(status == .secretNotMatching)
            let info = try await validate(with: AppleReceiptValidator(sharedSecret: "right")).get()
            #expect(info["latest_receipt_info"] != nil)
        }

        @Test(
            "The shared session is handled even if it was used before, but other addresses are not"
        )
        func sharedSession() async throws {
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            _ = URLSession.shared.configuration
            let validator = AppleReceiptValidator(excludeOldTransactions: true, session: .shared)
            #expect(try await validate(with: validator).get()["status"] as? Int == 0)
            let elsewhere = AppleReceiptValidator(excludeOldTransactions: false, session: .shared) {
                _ in
                URL(string: "unknown://buy.itunes.apple.com/verifyReceipt")
            }
            guard case .error(.networkError) = try await validate(with: elsewhere) else {
                Issue.record("a response from another address")
                return
            }
        }

        @Test("A session of the app is not handled")
        func ownSession() async throws {
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Refusing.self]
            let validator = AppleReceiptValidator(
                excludeOldTransactions: false,
                session: URLSession(configuration: configuration)
            )
            guard case .error(.networkError(let error)) = try await validate(with: validator) else {
                Issue.record("the store responded")
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
                let results = Recorder<VerifyReceiptResult>()
                AppleReceiptValidator().validate(receiptData: Data([1])) { results.record($0) }
                guard case .error(.networkError(let error)) = await results.first() else {
                    Issue.record("a response without a store")
                    return
                }
                #expect(error.localizedDescription.contains("set STOREKIT_CONFIGURATION"))
            }
        }
    }
}
