import Foundation
import LocalAppStore
import Testing

@testable import crash_harness

@Suite("The next launch of an app of StoreKit 2", .timeLimit(.minutes(10)))
struct TransactionLaunchTests {
    private let store: Store

    init() throws {
        store = try Store(
            catalog: .make(),
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400))
        )
    }

    @Test
    func `It gets what is unfinished, and refunds that no launch was told of`() async throws {
        let coins = try store.pay(PaymentRequest(productID: "coins"))
        let level = try store.pay(PaymentRequest(productID: "level"))
        try store.finish([level.id])
        try store.refunds.refund(level.id)
        let launch = await TransactionLaunch.made(with: store, expecting: 2)
        #expect(launch.updates.map(\.entry) == [coins.id, level.id])
        #expect(launch.unfinished.map(\.entry) == [coins.id])
        #expect(launch.revokedProducts == ["level"])
        #expect(launch.problems == [])
    }

    @Test
    func `It tells of more than was expected`() async throws {
        for _ in 0..<3 { try store.pay(PaymentRequest(productID: "coins", isMadeOutsideApp: true)) }
        let launch = await TransactionLaunch.made(with: store, expecting: 1)
        #expect(launch.updates.count == 3)
    }
}
