import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct UnclaimedTransactionsTests {
    private func observed(_ transaction: TestTransaction) -> ObservedTransaction {
        ObservedTransaction(transaction)
    }

    @Test func `what has left takes no room`() {
        var unclaimed = UnclaimedTransactions()
        let first = TestTransaction.make("first")
        _ = unclaimed.keep(observed(first))
        for number in 0..<10_000 {
            let transaction = TestTransaction.make("\(number)", identifier: "\(number)")
            _ = unclaimed.keep(observed(transaction))
            _ = unclaimed.drop(ObjectIdentifier(transaction))
        }
        let counts = Mirror(reflecting: unclaimed).children.compactMap {
            ($0.value as? any Collection)?.count
        }
        #expect(counts.count > 1 && counts.allSatisfy { $0 <= 1 })
        #expect(unclaimed.takeAll().map(\.key.productId) == ["first"])
        #expect(unclaimed.isEmpty)
    }

    @Test func `the order of arrival is kept when others leave`() {
        var unclaimed = UnclaimedTransactions()
        let transactions = (0..<100).map { TestTransaction.make("\($0)") }
        for transaction in transactions { _ = unclaimed.keep(observed(transaction)) }
        for number in stride(from: 0, to: 100, by: 2) {
            _ = unclaimed.drop(ObjectIdentifier(transactions[number]))
        }
        _ = unclaimed.keep(observed(transactions[1]))
        let odd = stride(from: 1, to: 100, by: 2).map(String.init)
        #expect(unclaimed.takeAll().map(\.key.productId) == odd)
    }
}
