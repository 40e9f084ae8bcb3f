import Foundation
import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("Messages of the local store", .timeLimit(.minutes(10)))
struct StoreDiagnosticsTests {
    private let lines = Locked<[String]>([])
    private let diagnostics: StoreDiagnostics

    init() {
        diagnostics = StoreDiagnostics { [lines] line in lines.withLock { $0.append(line) } }
    }

    @Test("A message reaches the handler")
    func handled() async {
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        diagnostics.report(.info, "one")
        diagnostics.report(.warning, "two")
        #expect(await messages.next(2) == ["info: one", "warning: two"])
    }

    @Test("Messages before there is a handler are delivered to it, in order and once")
    func backlog() async {
        diagnostics.report(.info, "one")
        diagnostics.report(.info, "two")
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        diagnostics.report(.info, "three")
        #expect(await messages.next(3) == ["info: one", "info: two", "info: three"])
        let others = EventStream<String>()
        diagnostics.handler = others.handler
        diagnostics.report(.info, "four")
        #expect(await others.next(1) == ["info: four"])
    }

    @Test("The backlog has the newest messages only")
    func bounded() async {
        for number in 1...StoreDiagnostics.backlogLimit + 1 {
            diagnostics.report(.info, "\(number)")
        }
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        #expect(await messages.next(1) == ["info: 2"])
    }

    @Test("An object released with a handler may set the handler")
    func releasing() async {
        final class Owner: Sendable {
            let diagnostics: StoreDiagnostics
            let handler: StoreDiagnostics.Handler

            init(_ diagnostics: StoreDiagnostics, then handler: @escaping StoreDiagnostics.Handler)
            {
                self.diagnostics = diagnostics
                self.handler = handler
            }

            deinit { diagnostics.handler = handler }
        }
        let messages = EventStream<String>()
        do {
            let owner = Owner(diagnostics, then: messages.handler)
            diagnostics.handler = { _, _ in withExtendedLifetime(owner) {} }
        }
        diagnostics.handler = nil
        diagnostics.report(.info, "one")
        #expect(await messages.next(1) == ["info: one"])
    }

    @Test("An unusable ledger is reported with its file and a recovery suggestion")
    func ledger() async {
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        diagnostics.reportUnusableStore(StoreError.damagedFile(path: "/shop", detail: "a page"))
        let text =
            "The store's ledger /shop is damaged: a page. Restore a copy of /shop, or move it "
            + "away together with the files /shop-wal and /shop-shm: the store then begins an "
            + "empty ledger."
        #expect(await messages.next(1) == ["warning: \(text)"])
        #expect(lines.withLock { $0 } == ["StoreKit: \(text)"])
    }

    @Test("The cause for a missing store is reported once, and on standard error")
    func unusable() async {
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("maybe"))
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("maybe"))
        diagnostics.reportUnusableStore(EnvironmentError.unknownDialogs("no"))
        let texts = ["maybe", "no"].map {
            "STOREKIT_DIALOGS is \"\($0)\"; it can be confirm, refuse or terminal"
        }
        #expect(await messages.next(2) == texts.map { "warning: \($0)" })
        #expect(lines.withLock { $0 } == texts.map { "StoreKit: \($0)" })
    }
}

@Suite("Messages about payments", .timeLimit(.minutes(10)))
struct ReportedPaymentTests {
    private let diagnostics = StoreDiagnostics { _ in }
    private let request = PaymentRequest(productID: "coins")

    @Test("A mistake of the app is a warning, with the reason")
    func mistake() async {
        let failure = LedgerEntry.Failure(.ineligibleForOffer, reason: "Never subscribed.")
        #expect(
            await report(SKError(failure))
                == "warning: The payment for \"coins\" failed with SKError 18: Never subscribed."
        )
    }

    @Test("A decision of the customer is no warning")
    func cancelled() async {
        #expect(
            await report(SKError(LedgerEntry.Failure(.paymentCancelled)))
                == "info: The payment for \"coins\" failed with SKError 2."
        )
    }

    @Test("A failure of the store is a warning that says what to do")
    func broken() async {
        let error = StoreError.diskFull(path: "/shop")
        #expect(
            await report(SKError.wrapping(error), isOfStore: true)
                == "warning: The payment for \"coins\" failed with SKError 0: The disk is full: "
                + "there is no space left for /shop. Free some space on the disk of /shop."
        )
    }

    private func report(_ error: SKError, isOfStore: Bool = false) async -> String? {
        let messages = EventStream<String>()
        diagnostics.handler = messages.handler
        diagnostics.report(error, paying: request, isOfStore: isOfStore)
        return await messages.next(1).first
    }
}

@Suite("Errors of the store")
struct StoreErrorTests {
    @Test("An error of a customer who may have paid says not to pay again")
    func uncertainPayment() {
        let uncertain = StoreError.uncertainChange(path: "/tmp/store.ledger")
        let undelivered = UndeliveredPurchase(cause: StoreError.busy(path: "/shop"))
        for cause in [uncertain, undelivered] as [any Error] {
            let error = SKError.wrapping(cause)
            #expect(error.code == .unknown)
            #expect(error.localizedDescription.hasPrefix("Do not buy this again"))
            let other = StoreKitError.systemError(cause)
            #expect(other.localizedDescription == error.localizedDescription)
        }
    }

    @Test("An error of the store has words for customers, and names file and remedy to developers")
    func words() throws {
        let cause = StoreError.damagedFile(path: "/shop.ledger", detail: "row 3")
        let error = SKError.wrapping(cause)
        #expect(error.localizedDescription == "An unknown error occurred.")
        let other = StoreKitError.systemError(cause)
        #expect(other.localizedDescription == "The App Store could not do this.")
        for text in ["\(error)", "\(other)", "\(other as NSError)"] {
            #expect(text.contains("The store's ledger /shop.ledger is damaged: row 3. Restore"))
        }
    }
}

extension EventStream<String> {
    /// A handler that records the messages with their levels.
    fileprivate var handler: StoreDiagnostics.Handler {
        { level, text in record("\(level.rawValue): \(text)") }
    }
}
