import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("What the local store says of payments", .timeLimit(.minutes(20)))
struct ReportedPaymentTests {
    private let diagnostics = StoreDiagnostics { _ in }
    private let request = PaymentRequest(productID: "coins")

    @Test("What the app asked for and cannot have is a warning, with the reason")
    func mistake() async {
        let failure = LedgerEntry.Failure(.ineligibleForOffer, reason: "Never subscribed.")
        #expect(
            await report(SKError(failure))
                == "warning: The payment for \"coins\" failed with SKError 18: Never subscribed."
        )
    }

    @Test("What the customer decides is no warning")
    func cancelled() async {
        #expect(
            await report(SKError(LedgerEntry.Failure(.paymentCancelled)))
                == "info: The payment for \"coins\" failed with SKError 2."
        )
    }

    @Test("A broken store is a warning that says what to do")
    func broken() async {
        let error = Store.Error.diskFull(path: "/shop")
        #expect(
            await report(SKError.wrapping(error))
                == "warning: The payment for \"coins\" failed with SKError 0: There is no space left "
                + "for the store's ledger /shop. Free some space beside /shop."
        )
    }

    private func report(_ error: SKError) async -> String? {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        diagnostics.handler = { level, text in continuation.yield("\(level.rawValue): \(text)") }
        diagnostics.report(error, paying: request)
        var messages = stream.makeAsyncIterator()
        return await messages.next()
    }
}
