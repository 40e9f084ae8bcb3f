import SwiftyStoreKit
import Testing

/// Rule 51 with what is better: the latest handler counts and nothing is lost.
@Suite struct RevocationTests {
    private let shop = Shop.make()

    private func handler() -> Recorder<[String]> {
        let revoked = Recorder<[String]>()
        shop.coordinator.onEntitlementRevocation { revoked.record($0) }
        shop.turns.run()
        return revoked
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `the handler is told the product identifiers`() {
        let revoked = handler()
        shop.queue.revoke(["a", "b"])
        #expect(revoked.count == 0)
        shop.turns.run()
        #expect(revoked.all == [["a", "b"]])
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `a later handler replaces the first`() {
        let (first, second) = (handler(), handler())
        shop.queue.revoke(["a"])
        shop.turns.run()
        #expect(first.count == 0)
        #expect(second.count == 1)
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `what came before the handler is replayed in order and once`() {
        shop.queue.revoke(["a"])
        shop.queue.revoke(["b"])
        #expect(handler().all == [["a"], ["b"]])
        #expect(handler().all == [])
    }
}
