import StoreKit
import Testing

@Suite struct SKPaymentTransactionTests {
    @Test func `a transaction begins by purchasing its payment`() {
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

    @Test func `the same object tells what became of the purchase`() {
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

    @Test func `a failed transaction says why`() {
        let transaction = SKPaymentTransaction()
        transaction.apply(.init(state: .failed, error: SKError(.paymentCancelled)))
        #expect(transaction.error as? SKError == SKError(.paymentCancelled))
    }

    @Test func `a snapshot is never half of one state and half of another`() async {
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

    @Test func `a double answers with what it overrides`() {
        let transaction: SKPaymentTransaction = TransactionDouble()
        #expect(transaction.payment.productIdentifier == "gold")
        #expect(transaction.transactionState == .failed)
        #expect(transaction.transactionIdentifier == "7")
        #expect(transaction.transactionDate == Date(timeIntervalSince1970: 1))
        #expect(transaction.error as? SKError == SKError(.clientInvalid))
        #expect(transaction.original != nil)
        #expect(transaction.downloads.count == 1)
    }

    @Test(arguments: [
        (SKPaymentTransactionState.purchasing, 0), (.purchased, 1), (.failed, 2), (.restored, 3),
        (.deferred, 4),
    ])
    func `a state has Apple's number`(state: SKPaymentTransactionState, number: Int) {
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
