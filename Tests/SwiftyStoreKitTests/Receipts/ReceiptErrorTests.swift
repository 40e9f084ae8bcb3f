import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct ReceiptErrorTests {
    @Test(arguments: [
        (ReceiptError.requestBodyEncodeError(error: URLError(.badURL)), 0),
        (.networkError(error: URLError(.timedOut)), 1), (.jsonDecodeError(string: nil), 2),
        (.receiptInvalid(receipt: [:], status: .secretNotMatching), 3), (.noReceiptData, 4),
        (.noRemoteData, 5),
    ])
    func `every error has its code and a description`(error: ReceiptError, code: Int) {
        let bridged = error as NSError
        #expect(bridged.code == code && bridged.domain == "SwiftyStoreKit.ReceiptError")
        #expect(error.localizedDescription == error.errorDescription)
        #expect(error.errorDescription?.hasSuffix("error \(code).)") == false)
        #expect((bridged.userInfo[NSUnderlyingErrorKey] != nil) == (code < 2))
    }

    @Test func `the status and the reason are in the description for developers alone`() {
        let error = ReceiptError.receiptInvalid(receipt: [:], status: .secretNotMatching)
        let text = "The receipt was refused: the shared secret does not match"
        #expect(error.errorDescription == "Your purchases could not be verified.")
        #expect("\(error)" == text && String(reflecting: error) == text)
        #expect((error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String == text)
        let explained = ReceiptError.receiptInvalid(
            receipt: ["exception": "row 3 is damaged" as NSString],
            status: .receiptServerUnavailable
        )
        #expect("\(explained)".hasSuffix(". row 3 is damaged"))
        #expect(explained.errorDescription == "The App Store is temporarily unavailable.")
    }

    @Test func `the error underneath is for developers alone`() {
        let cause = SKError(.unknown, userInfo: [NSDebugDescriptionErrorKey: "no store"])
        let error = ReceiptError.networkError(error: cause)
        #expect("\(error)".contains("no store"))
        #expect(error.localizedDescription == "Your purchases could not be verified.")
    }

    @Test(arguments: [
        (SKError(.paymentCancelled) as any Error, ReceiptError.Cause.cancelled),
        (SwiftyStoreKitError.receiptRefreshCancelled, .cancelled),
        (CancellationError(), .cancelled),
        (NSError(domain: "SSErrorDomain", code: 16), .cancelled),
        (URLError(.cancelled), .cancelled),
        (NSError(domain: "SSErrorDomain", code: 100), .signIn), (SKError(.clientInvalid), .signIn),
        (URLError(.notConnectedToInternet), .network), (URLError(.timedOut), .network),
        // cloudServiceNetworkConnectionFailed, which macOS names from 11 on.
        (SKError(_nsError: NSError(domain: SKErrorDomain, code: 7)), .network),
        (URLError(.serverCertificateUntrusted), .untrustedServer),
        (ReceiptServerError.httpStatus(500), .server), (SKError(.unknown), .other),
        (NSError(domain: "other", code: 2), .other),
        (
            NSError(
                domain: "other",
                code: 2,
                userInfo: [NSUnderlyingErrorKey: URLError(.timedOut) as NSError]
            ), .network
        ),
    ])
    func `errors of a request have the cause that decides what to do`(
        error: any Error,
        cause: ReceiptError.Cause
    ) {
        #expect(ReceiptError.networkError(error: error).cause == cause)
    }

    @Test func `a refused receipt and a problem of the server have different causes`() {
        #expect(
            ReceiptError.receiptInvalid(receipt: [:], status: .secretNotMatching).cause == .receipt
        )
        #expect(
            ReceiptError.receiptInvalid(receipt: [:], status: .receiptServerUnavailable).cause
                == .server
        )
        #expect(ReceiptError.noReceiptData.cause == .receipt)
        #expect(ReceiptError.noRemoteData.cause == .server)
    }

    @Test(arguments: [
        (0, ReceiptStatus.valid), (21000, .jsonNotReadable), (21001, .unknown),
        (21002, .malformedOrMissingData), (21003, .receiptCouldNotBeAuthenticated),
        (21004, .secretNotMatching), (21005, .receiptServerUnavailable),
        (21006, .subscriptionExpired),
        (21007, .testReceipt), (21008, .productionEnvironment), (21009, .unknown),
        (21010, .unknown), (21099, .unknown), (21100, .unknown), (21199, .unknown),
        (21200, .unknown), (-1, .unknown), (-2, .unknown),
    ])
    func `statuses have Apple's numbers`(code: Int, status: ReceiptStatus) {
        #expect(ReceiptStatusCode(rawValue: code).status == status)
    }

    // Newer numbers have no case, because apps switch over the cases.
    @Test(arguments: [
        (21001, "the status is no longer sent by the App Store", ReceiptError.Cause.receipt),
        (21003, "the receipt could not be authenticated", .receipt),
        (21005, "the server is temporarily unavailable", .server),
        (21009, "the server temporarily could not access its data", .server),
        (21010, "the customer's account cannot be found", .receipt),
        (21099, "the status is not documented", .receipt),
        (21100, "the server could not access its data", .server),
        (21199, "the server could not access its data", .server),
        (21200, "the status is not documented", .receipt),
    ])
    func `a number without a case keeps its meaning`(
        code: Int,
        text: String,
        cause: ReceiptError.Cause
    ) throws {
        let result = VerifyReceiptResult(json: Data("{\"status\":\(code)}".utf8))
        guard case .error(let error) = result else {
            Issue.record("not an error")
            return
        }
        #expect(error.statusCode?.rawValue == code)
        #expect(error.statusCode?.description == text)
        #expect("\(error)" == "The receipt was refused: \(text)")
        #expect(error.cause == cause)
        #expect((error.statusCode?.isTemporary == true) == (cause == .server))
    }

    @Test func `an error of an app's own has the number of its case`() {
        let own = ReceiptError.receiptInvalid(receipt: [:], status: .testReceipt)
        #expect(own.statusCode?.rawValue == 21007)
        let other = ["status": 21009 as NSNumber]
        let odd = ReceiptError.receiptInvalid(receipt: other, status: .testReceipt)
        #expect(odd.statusCode?.rawValue == 21007)
        #expect(ReceiptError.receiptInvalid(receipt: [:], status: .none).statusCode == nil)
        #expect(ReceiptError.noReceiptData.statusCode == nil)
    }

    @Test func `raw values are those of upstream`() {
        #expect(ReceiptStatus.unknown.rawValue == -2 && ReceiptStatus.none.rawValue == -1)
        #expect(ReceiptExitCode.notValid.rawValue == 173)
        #expect(ReceiptInfoField.in_app.rawValue == "in_app")
        #expect(ReceiptInfoField.InApp.web_order_line_item_id.rawValue == "web_order_line_item_id")
    }
}
