import Foundation
import LocalAppStore
import StoreKitTest
import SwiftyStoreKit
import Testing

@testable import StoreTesting

/// The trait that `.store` is on Apple's platforms.
///
/// There a session is for the whole process. Here each test has a store besides, so that sessions
/// of other tests do not matter.
@Suite(
    "A trait for sessions of the process",
    .timeLimit(.minutes(10)),
    .separateStore,
    .sharedSession("Kiosk.storekit") { $0.failTransactionsEnabled = false }
)
struct SharedSessionTests {
    private static let present = Locked(0)

    var session: SKTestSession {
        get throws { try #require(_SharedSessionTrait.session) }
    }

    @Test func `a test begins without dialogs and purchases, and buys from the file`() async throws
    {
        #expect(try session.disableDialogs)
        #expect(try session.allTransactions().isEmpty)
        #expect(try session.storefront == "FRA")
        _ = try await SwiftyStoreKit.purchaseProduct("kiosk.paper")
        #expect(try session.allTransactions().map(\.productIdentifier) == ["kiosk.paper"])
    }

    @Test(arguments: 0..<20)
    func `one case runs at a time`(number: Int) async throws {
        #expect(
            Self.present.withLock {
                $0 += 1; return $0
            } == 1
        )
        for _ in 0..<10 { await Task.yield() }
        Self.present.withLock { $0 -= 1 }
        #expect(try session.allTransactions().isEmpty)
    }

    @Test(.sharedSession("Kiosk") { $0.storefront = "DEU" })
    func `a test's own trait replaces that of its suite`() throws {
        #expect(try session.storefront == "DEU")
    }

    @Test func `a file is found in the resources of a module, and of no other`() throws {
        let file = Bundle.file(named: "Kiosk", inResourcesOf: "StoreKitTestTests")
        #expect(file == Bundle.module.url(forResource: "Kiosk", withExtension: "storekit"))
        #expect(Bundle.file(named: "Kiosk", inResourcesOf: "TestTests") == nil)
        #expect(Bundle.file(named: "Plans", inResourcesOf: "StoreKitTestTests") == nil)
    }
}
