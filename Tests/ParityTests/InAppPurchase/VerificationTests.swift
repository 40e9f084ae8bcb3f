import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Verification")
    struct VerificationTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // VerificationResult: verified; both values are the transaction.
        @Test("A transaction is verified")
        func verified() async throws {
            _ = try await shop.buy(Shop.book)
            let result = try #require(await Transaction.latest(for: Shop.book))
            guard case .verified(let transaction) = result else {
                Issue.record("It is not verified.")
                return
            }
            #expect(try result.payloadValue == transaction)
            #expect(result.unsafePayloadValue == transaction)
        }

        // headerData: the decoded header, with the algorithm and the chain.
        @Test("The header has the algorithm and the certificates")
        func header() async throws {
            _ = try await shop.buy(Shop.book)
            let result = try #require(await Transaction.latest(for: Shop.book))
            let header = try #require(
                JSONSerialization.jsonObject(with: result.headerData) as? [String: Any]
            )
            #expect(header["alg"] as? String == "ES256")
            let chain = try #require(header["x5c"] as? [String])
            #expect(!chain.isEmpty)
            #expect(chain.allSatisfy { Data(base64Encoded: $0) != nil })
        }

        // payloadData: the decoded payload, as jsonRepresentation.
        @Test("The payload is the JSON of the transaction")
        func payload() async throws {
            let transaction = try await shop.buy(Shop.book)
            let result = try #require(await Transaction.latest(for: Shop.book))
            #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
            #expect(result.unsafePayloadValue.id == transaction.id)
        }

        // signatureData: r and s of ES256, 32 bytes each. signedData: what is signed.
        @Test("The signature has 64 bytes and signs header and payload")
        func signature() async throws {
            _ = try await shop.buy(Shop.book)
            let result = try #require(await Transaction.latest(for: Shop.book))
            let parts = result.jwsRepresentation.split(separator: ".")
            #expect(parts.count == 3)
            #expect(result.signatureData.count == 64)
            #expect(result.signedData == Data("\(parts[0]).\(parts[1])".utf8))
        }

        // deviceVerification: SHA-384 of the nonce and the device, each in lower case.
        @Test("A transaction is bound to the device", arguments: Shop.all)
        func transactionDevice(id: String) async throws {
            let transaction = try await shop.buy(id)
            let expected = try deviceVerification(with: transaction.deviceVerificationNonce)
            #expect(transaction.deviceVerification == expected)
        }

        // deviceVerification of renewal information: the same.
        @Test("Renewal information is bound to the device")
        func renewalInfoDevice() async throws {
            _ = try await shop.buy(Shop.silver)
            let result = try await shop.status().renewalInfo
            let info = try result.payloadValue
            #expect(
                info.deviceVerification
                    == (try deviceVerification(with: info.deviceVerificationNonce))
            )
            #expect(result.payloadData == info.jsonRepresentation)
            #expect(result.signatureData.count == 64)
        }

        // deviceVerification of the app transaction: the same.
        @Test("The app transaction is bound to the device")
        func appTransactionDevice() async throws {
            let result = try await AppTransaction.shared
            let app = try result.payloadValue
            #expect(
                app.deviceVerification
                    == (try deviceVerification(with: app.deviceVerificationNonce))
            )
            #expect(result.payloadData == app.jsonRepresentation)
            #expect(result.signatureData.count == 64)
        }

        // Inference: each signature has a nonce of its own.
        @Test("Each document has its own nonce")
        func nonces() async throws {
            let book = try await shop.buy(Shop.book)
            let silver = try await shop.buy(Shop.silver)
            let info = try await shop.renewalInfo()
            let app = try await AppTransaction.shared.payloadValue
            let nonces = [
                book.deviceVerificationNonce, silver.deviceVerificationNonce,
                info.deviceVerificationNonce, app.deviceVerificationNonce,
            ]
            #expect(Set(nonces).count == nonces.count)
            #expect(book.deviceVerification != silver.deviceVerification)
        }

        // VerificationResult has signedDate and the device's values, too.
        @Test("The result has the values of what was signed")
        func result() async throws {
            _ = try await shop.buy(Shop.book)
            let result = try #require(await Transaction.latest(for: Shop.book))
            let transaction = try result.payloadValue
            #expect(result.signedDate == transaction.signedDate)
            #expect(result.deviceVerification == transaction.deviceVerification)
            #expect(result.deviceVerificationNonce == transaction.deviceVerificationNonce)
        }

        private func deviceVerification(with nonce: UUID) throws -> Data {
            let device = try #require(AppStore.deviceVerificationID)
            let text = nonce.uuidString.lowercased() + device.uuidString.lowercased()
            return SHA384.hash(text.utf8)
        }
    }
}
