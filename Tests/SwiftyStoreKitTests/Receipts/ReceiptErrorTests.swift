import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct ReceiptErrorTests {
    // Section 2.18 and Q32.
    @Test(arguments: [
        (ReceiptError.requestBodyEncodeError(error: URLError(.badURL)), 0),
        (.networkError(error: URLError(.timedOut)), 1), (.jsonDecodeError(string: nil), 2),
        (.receiptInvalid(receipt: [:], status: .secretNotMatching), 3), (.noReceiptData, 4),
        (.noRemoteData, 5),
    ])
    func `codes stay and every error says what happened`(error: ReceiptError, code: Int) {
        let bridged = error as NSError
        #expect(bridged.code == code && bridged.domain == "SwiftyStoreKit.ReceiptError")
        #expect(error.localizedDescription == error.errorDescription)
        #expect(error.errorDescription?.hasSuffix("error \(code).)") == false)
        #expect((bridged.userInfo[NSUnderlyingErrorKey] != nil) == (code < 2))
    }

    @Test func `the status is in the description`() {
        let error = ReceiptError.receiptInvalid(receipt: [:], status: .secretNotMatching)
        #expect(
            error.errorDescription == "The receipt was refused: the shared secret does not match."
        )
    }

    // Q33.
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
    func `cancelling, signing in and networks are told apart`(
        error: any Error,
        cause: ReceiptError.Cause
    ) {
        #expect(ReceiptError.networkError(error: error).cause == cause)
    }

    @Test func `what a server refuses is told from trouble of its own`() {
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

    // Q30.
    @Test(arguments: [
        (0, ReceiptStatus.valid), (21000, .jsonNotReadable), (21001, .noLongerSent),
        (21002, .malformedOrMissingData), (21003, .receiptCouldNotBeAuthenticated),
        (21004, .secretNotMatching), (21005, .receiptServerUnavailable),
        (21006, .subscriptionExpired),
        (21007, .testReceipt), (21008, .productionEnvironment), (21009, .dataAccessUnavailable),
        (21010, .accountNotFound), (21099, .unknown), (21100, .internalDataAccess),
        (21199, .internalDataAccess), (21200, .unknown), (-1, .unknown), (-2, .unknown),
    ])
    func `numbers have Apple's meaning`(code: Int, status: ReceiptStatus) {
        #expect(ReceiptStatus(code: code) == status)
    }

    @Test func `raw values are as they were`() {
        #expect(ReceiptStatus.unknown.rawValue == -2 && ReceiptStatus.none.rawValue == -1)
        #expect(ReceiptExitCode.notValid.rawValue == 173)
        #expect(ReceiptInfoField.in_app.rawValue == "in_app")
        #expect(ReceiptInfoField.InApp.web_order_line_item_id.rawValue == "web_order_line_item_id")
    }
}
