import StoreKit
import SwiftyStoreKit
import Testing

/// Q26: a payment that fails first and is bought after all.
@Suite struct InterruptingTests {
    private let shop = Shop.make()

    private func failThenBuy(_ code: SKError.Code, later: String = "coins") -> [Bool] {
        let batches = shop.complete()
        _ = shop.buy()
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(code)))
        shop.deliver(TestTransaction.make(later))
        shop.deliver(TestTransaction.make(later))
        return batches.all.flatMap { $0.map(\.followsFailedPayment) }
    }

    @Test func `the purchase after a failure is marked once`() {
        #expect(failThenBuy(.unknown) == [true, false])
    }

    @Test func `cancelling does not mark what comes later`() {
        #expect(failThenBuy(.paymentCancelled) == [false, false])
    }

    @Test func `another product is not marked`() {
        #expect(failThenBuy(.unknown, later: "gems") == [false, false])
    }

    @Test func `a payment that succeeds takes the mark away`() {
        let batches = shop.complete()
        _ = shop.buy()
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        _ = shop.buy()
        shop.deliver(TestTransaction.make())
        shop.deliver(TestTransaction.make())
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [false])
    }

    @Test func `a payment that waits takes the mark away`() {
        let batches = shop.complete()
        _ = shop.buy()
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        _ = shop.buy()
        shop.deliver(TestTransaction.make(state: .deferred))
        shop.deliver(TestTransaction.make())
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [false])
    }

    @Test func `the mark survives until there is a handler`() {
        _ = shop.buy()
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        let late = TestTransaction.make()
        shop.deliver(late)
        shop.deliver(late)
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [true])
    }
}
