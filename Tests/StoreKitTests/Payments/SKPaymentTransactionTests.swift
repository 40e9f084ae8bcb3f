import Testing

@testable import StoreKit

@Suite("Transactions")
struct SKPaymentTransactionTests {
    @Test("A new transaction is purchasing its payment")
    func newTransaction() {
        let payment = SKPayment()
        let transaction = SKPaymentTransaction(payment: payment)
        #expect(transaction.payment === payment)
        #expect(transaction.transactionState == .purchasing)
        #expect(transaction.transactionIdentifier == nil)
        #expect(transaction.transactionDate == nil)
        #expect(transaction.error == nil)
        #expect(transaction.original == nil)
        #expect(transaction.downloads.isEmpty)
        #expect(transaction.snapshot.entryID == nil)
    }

    @Test("The same object shows the result of the purchase")
    func applying() {
        let transaction = SKPaymentTransaction()
        let original = SKPaymentTransaction()
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        transaction.apply(
            .init(
                entryID: 4,
                state: .restored,
                transactionIdentifier: "1001",
                transactionDate: date,
                original: original
            )
        )
        #expect(transaction.transactionState == .restored)
        #expect(transaction.transactionIdentifier == "1001")
        #expect(transaction.transactionDate == date)
        #expect(transaction.original === original)
        #expect(transaction.snapshot.entryID == 4)
    }

    @Test("A failed transaction has its error")
    func failure() {
        let transaction = SKPaymentTransaction()
        transaction.apply(.init(state: .failed, error: SKError(.paymentCancelled)))
        #expect(transaction.error as? SKError == SKError(.paymentCancelled))
    }

    @Test("A snapshot never mixes two states")
    func atomicSnapshot() async {
        let transaction = SKPaymentTransaction()
        let pairs: [(SKPaymentTransactionState, String)] = [(.purchased, "p"), (.restored, "r")]
        transaction.apply(.init(state: .purchased, transactionIdentifier: "p"))
        await withTaskGroup { group in
            for (state, name) in pairs {
                group.addTask {
                    for _ in 0..<2000 {
                        transaction.apply(.init(state: state, transactionIdentifier: name))
                        let seen = transaction.snapshot
                        let expected = seen.state == .purchased ? "p" : "r"
                        #expect(seen.transactionIdentifier == expected)
                    }
                }
            }
        }
    }

    @Test("A test double returns what it overrides")
    func double() {
        let transaction: SKPaymentTransaction = TransactionDouble()
        #expect(transaction.payment.productIdentifier == "gold")
        #expect(transaction.transactionState == .failed)
        #expect(transaction.transactionIdentifier == "7")
        #expect(transaction.transactionDate == Date(timeIntervalSince1970: 1))
        #expect(transaction.error as? SKError == SKError(.clientInvalid))
        #expect(transaction.original != nil)
        #expect(transaction.downloads.count == 1)
    }

    @Test(
        "A state has Apple's number",
        arguments: [
            (SKPaymentTransactionState.purchasing, 0), (.purchased, 1), (.failed, 2),
            (.restored, 3),
            (.deferred, 4),
        ]
    )
    func states(state: SKPaymentTransactionState, number: Int) {
        #expect(state.rawValue == number)
    }
}

private final class TransactionDouble: SKPaymentTransaction, @unchecked Sendable {
    override var payment: SKPayment { SKMutablePayment.make() }
    override var transactionState: SKPaymentTransactionState { .failed }
    override var transactionIdentifier: String? { "7" }
    override var transactionDate: Date? { Date(timeIntervalSince1970: 1) }
    override var error: (any Error)? { SKError(.clientInvalid) }
    override var original: SKPaymentTransaction? { SKPaymentTransaction() }
    override var downloads: [SKDownload] { [SKDownload()] }
}

@Suite("Downloads")
struct SKDownloadTests {
    @Test("A download made by init is waiting and empty")
    func emptyDownload() {
        let download = SKDownload()
        #expect(download.state == .waiting)
        #expect(download.contentIdentifier == "")
        #expect(download.contentVersion == "")
        #expect(download.contentURL == nil)
        #expect(download.error == nil)
        #expect(download.progress == 0)
        #expect(download.timeRemaining == SKDownloadTimeRemainingUnknown)
        #expect(download.transaction.transactionState == .purchasing)
    }

    @Test("The older names on iOS return what a test double overrides")
    func olderNames() {
        let download: SKDownload = DownloadDouble()
        #expect(download.downloadState == .active)
        #expect(download.contentLength == 12)
    }

    @Test("An unknown time remaining is minus one")
    func unknownTimeRemaining() {
        #expect(SKDownloadTimeRemainingUnknown == -1)
    }

    @Test(
        "A download's state has Apple's number",
        arguments: [
            (SKDownloadState.waiting, 0), (.active, 1), (.paused, 2), (.finished, 3), (.failed, 4),
            (.cancelled, 5),
        ]
    )
    func downloadStates(state: SKDownloadState, number: Int) {
        #expect(state.rawValue == number)
    }
}

private final class DownloadDouble: SKDownload {
    override var state: SKDownloadState { .active }
    override var expectedContentLength: Int64 { 12 }
}
