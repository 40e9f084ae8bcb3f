import Foundation
import SwiftyStoreKit
import Testing

@Suite struct AppleReceiptValidatorTests {
    typealias Service = AppleReceiptValidator.VerifyReceiptURLType

    @Test func `the addresses are Apple's`() {
        #expect(Service.production.rawValue == "https://buy.itunes.apple.com/verifyReceipt")
        #expect(Service.sandbox.rawValue == "https://sandbox.itunes.apple.com/verifyReceipt")
        let validator = AppleReceiptValidator()
        #expect(validator.service == .production)
        validator.service = .sandbox
        #expect(validator.service == .sandbox)
    }

    @Test func `the receipt is posted as JSON and nothing else is sent`() async throws {
        let server = ReceiptServer(.status(0))
        let receipt = String(repeating: "?>", count: 100)
        _ = await server.makeValidator().result(receipt)
        let body = try #require(server.bodies.last)
        #expect(Set(body.keys) == ["receipt-data"])
        #expect(body["receipt-data"] as? String == Data(receipt.utf8).base64EncodedString())
        #expect(server.methods.all == ["POST"])
        #expect(server.services.all == [.production])
    }

    @Test func `a secret and the exclusion are sent if they are given`() async throws {
        let server = ReceiptServer(.status(0))
        let validator = server.makeValidator(
            .sandbox,
            sharedSecret: "secret",
            excludeOldTransactions: true
        )
        _ = await validator.result()
        let body = try #require(server.bodies.last)
        #expect(body["password"] as? String == "secret")
        #expect(body["exclude-old-transactions"] as? Bool == true)
        #expect(server.services.all == [.sandbox])
    }

    @Test func `the status 0 is a success with the whole response`() async throws {
        let server = ReceiptServer(.body("{\"status\":0,\"receipt\":{\"in_app\":[{\"a\":\"b\"}]}}"))
        let info = try await server.makeValidator().result().get()
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        let purchases = try #require(receipt["in_app"] as? [ReceiptInfo])
        #expect(purchases.map { $0["a"] as? String } == ["b"])
    }

    @Test(arguments: [
        ("{}", ReceiptStatus.none), ("[]", .none), ("{\"status\":\"0\"}", .none),
        ("{\"status\":false}", .none), ("{\"status\":null}", .none), ("{\"status\":0.5}", .none),
        ("{\"status\":1e-400}", .none), ("{\"status\":0.0}", .none), ("{\"status\":-0.0}", .none),
        ("{\"status\":21002}", .malformedOrMissingData),
        ("{\"status\":21003}", .receiptCouldNotBeAuthenticated),
        ("{\"status\":21004}", .secretNotMatching), ("{\"status\":21006}", .subscriptionExpired),
        ("{\"status\":21010}", .unknown), ("{\"status\":4}", .unknown),
        ("{\"status\":-1}", .unknown), ("{\"status\":21000}", .jsonNotReadable),
    ])
    func `every other status is an error after one request`(
        body: String,
        status: ReceiptStatus
    ) async {
        let server = ReceiptServer(.body(body))
        #expect(await server.makeValidator().result().status == status)
        #expect(server.services.count == 1)
    }

    @Test(arguments: ["", "<html>", "{\"status\":0", "7", "null"])
    func `what is not JSON is an error with the text`(body: String) async {
        let server = ReceiptServer(.body(body))
        let error = await server.makeValidator().result().error
        guard case .jsonDecodeError(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text == body)
    }

    @Test func `an error of the transport is passed on`() async {
        let server = ReceiptServer(.failure(.notConnectedToInternet))
        let error = await server.makeValidator().result().error
        #expect(error?.errorCode == 1 && error?.cause == .network)
        #expect(server.services.count == 1)
    }

    @Test(arguments: [URLError.Code.serverCertificateUntrusted, .secureConnectionFailed])
    func `a server that is not trusted has a cause of its own`(code: URLError.Code) async {
        let server = ReceiptServer(.failure(code))
        #expect(await server.makeValidator().result().error?.cause == .untrustedServer)
    }

    @Test func `a failure of HTTP is the error unless the response has a status`() async {
        let plain = ReceiptServer(.body("busy", httpStatus: 503))
        let error = await plain.makeValidator().result().error
        guard case .networkError(let inner) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(inner as? ReceiptServerError == .httpStatus(503))
        let refusing = ReceiptServer(.body("{\"status\":21003}", httpStatus: 500))
        let status = await refusing.makeValidator().result().status
        #expect(status == .receiptCouldNotBeAuthenticated)
        let contradicting = ReceiptServer(.body("{\"status\":0}", httpStatus: 500))
        #expect(await contradicting.makeValidator().result().error?.cause == .server)
    }

    @Test func `a receipt of the sandbox is sent there in each call`() async {
        let server = ReceiptServer(.status(21007), .status(0), .status(21007), .status(0))
        let validator = server.makeValidator()
        for _ in 1...2 { #expect(await validator.result().receipt != nil) }
        #expect(server.services.all == [.production, .sandbox, .production, .sandbox])
        #expect(validator.service == .production)
    }

    @Test func `a receipt of production is sent back`() async {
        let server = ReceiptServer(.status(21008), .status(0))
        let validator = server.makeValidator(.sandbox)
        #expect(await validator.result().receipt != nil)
        #expect(server.services.all == [.sandbox, .production])
        #expect(validator.service == .sandbox)
    }

    @Test func `two environments that point at each other get one more request at most`() async {
        let server = ReceiptServer(.status(21007), .status(21008), .status(21007))
        #expect(await server.makeValidator().result().status == .testReceipt)
        #expect(server.services.all == [.production, .sandbox, .production])
        let unchanging = ReceiptServer(.status(21007))
        #expect(await unchanging.makeValidator(.sandbox).result().status == .testReceipt)
        #expect(unchanging.services.all == [.sandbox])
    }

    @Test(arguments: [
        (21005, "", 2), (21009, "", 2), (21100, "", 2), (21199, "", 2), (21200, "", 1),
        (21100, ",\"is-retryable\":false", 1), (21150, ",\"is_retryable\":0", 1),
        (21150, ",\"is_retryable\":\"1\"", 2), (21002, ",\"is-retryable\":true", 2),
        (21002, "", 1),
    ])
    func `a request that may succeed later is sent once more`(
        status: Int,
        more: String,
        count: Int
    ) async {
        let server = ReceiptServer(.status(status, more))
        let result = await server.makeValidator().result()
        #expect(result.status == ReceiptStatusCode(rawValue: status).status)
        #expect(server.services.count == count)
    }

    @Test func `the response to the second request counts`() async {
        let server = ReceiptServer(.status(21005), .status(21007), .status(21005), .status(0))
        #expect(await server.makeValidator().result().status == .receiptServerUnavailable)
        #expect(server.services.all == [.production, .production, .sandbox])
        let recovering = ReceiptServer(.status(21100), .status(0))
        #expect(await recovering.makeValidator().result().receipt != nil)
    }

    @Test func `a missing address is an error`() async {
        let validator = AppleReceiptValidator(excludeOldTransactions: false, address: { _ in nil })
        #expect(await validator.result().error?.errorCode == 1)
    }
}
