import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import XCTest

/// Tests that are not asynchronous, as only XCTest runs them: on the main thread.
final class SynchronousTests: XCTestCase {
    func testAdvancingDeliversEveryRenewal() throws {
        try withStore(contentsOf: SampleProducts.file, startingAt: .opening) { session in
            var delivered = 0
            SwiftyStoreKit.completeTransactions { delivered += $0.count }
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            session.deliveries()
            XCTAssertEqual(delivered, 1)
            XCTAssertTrue(session.unfinishedTransactions().isEmpty)
            session.advance(by: 366 * 86_400)
            XCTAssertEqual(delivered, 13)
            try session.advance(pastRenewals: 2, of: SampleProducts.monthly)
            XCTAssertEqual(delivered, 15)
            session.advance(to: session.currentDate + 365 * 86_400)
            XCTAssertEqual(delivered, 27)
        }
    }

    func testACallOfTheAppHasEnded() throws {
        try withStore(contentsOf: SampleProducts.file, startingAt: .opening) { session in
            var products: [String] = []
            SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { result in
                if case .success(let purchase) = result { products.append(purchase.productId) }
            }
            session.deliveries()
            XCTAssertEqual(products, [SampleProducts.hints])
        }
    }

    func testAnotherThreadMayWait() throws {
        try withStore(contentsOf: SampleProducts.file, startingAt: .opening) { session in
            let ended = expectation(description: "ended")
            let scope = StoreScope.current
            DispatchQueue.global().async {
                scope.run {
                    session.advance(by: 5)
                    session.deliveries()
                }
                ended.fulfill()
            }
            wait(for: [ended], timeout: 60)
            XCTAssertEqual(session.currentDate, .opening + 5)
        }
    }

    func testTheFileOfTheCallersModuleIsFoundFirst() throws {
        let name = UUID().uuidString + ".storekit"
        let own = Bundle.module.bundleURL.appendingPathComponent(name)
        let other = Bundle.main.bundleURL.appendingPathComponent(name)
        let kiosk = Bundle.module.bundleURL.appendingPathComponent("Kiosk.storekit")
        for (file, copy) in [(kiosk, own), (SampleProducts.file, other)] {
            try FileManager.default.copyItem(at: file, to: copy)
        }
        defer { for file in [own, other] { try? FileManager.default.removeItem(at: file) } }
        XCTAssertEqual(try withStore(name) { $0.storefront }, "FRA")
    }

    func testACallbackOnTheMainQueueDoesNotWait() throws {
        try withStore(contentsOf: SampleProducts.file, startingAt: .opening) { session in
            let delivered = expectation(description: "delivered")
            SwiftyStoreKit.completeTransactions { _ in
                session.advance(by: 5)
                session.deliveries()
                delivered.fulfill()
            }
            try session.buyProduct(productIdentifier: SampleProducts.hints)
            wait(for: [delivered], timeout: 60)
            XCTAssertEqual(session.currentDate, .opening + 5)
        }
    }
}
