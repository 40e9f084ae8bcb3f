import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Faults of StoreKit 2",
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .timeLimit(.minutes(10))
)
struct InAppPurchaseFaultTests {
    @Test("Without a network nothing is loaded, and what was bought is listed")
    func noNetwork() async throws {
        let session = try SKTestSession.current
        let bought = try await buy(SampleProducts.colours)
        session.faultPlan = try FaultPlan(
            seed: 1,
            rules: [.at(.productRequest, .networkDown), .at(.receiptRefresh, .networkDown)]
        )
        await expectNetworkError { _ = try await Product.products(for: [SampleProducts.hints]) }
        await expectNetworkError { try await AppStore.sync() }
        await expectNetworkError { _ = try await AppTransaction.refresh() }
        _ = try await AppTransaction.shared
        let owned = await Transaction.currentEntitlements.reduce(into: []) {
            $0.append($1.unsafePayloadValue.id)
        }
        #expect(owned == [bought.id])
    }

    @Test("A purchase without a network is not charged, and the next one is")
    func payment() async throws {
        let session = try SKTestSession.current
        let products = try await Product.products(for: [SampleProducts.hints])
        let product = try #require(products.first)
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(.payment, .networkDown, .first(1))])
        await expectNetworkError { _ = try await product.purchase() }
        #expect(session.allTransactions().isEmpty)
        guard case .success = try await product.purchase() else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(session.allTransactions().count == 1)
    }

    @Test("A charge that the store could not confirm throws, and arrives by updates")
    func uncertainCommit() async throws {
        let session = try SKTestSession.current
        let products = try await Product.products(for: [SampleProducts.hints])
        let product = try #require(products.first)
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(.commit, .uncertainCommit)])
        var updates = Transaction.updates.makeAsyncIterator()
        let error = await #expect(throws: StoreKitError.self) { _ = try await product.purchase() }
        guard case .systemError = error else { throw CocoaError(.featureUnsupported) }
        let update = try #require(await updates.next())
        #expect(update.unsafePayloadValue.productID == SampleProducts.hints)
        #expect(session.allTransactions().count == 1)
    }

    @Test("A cancelled purchase is recorded by either API, and only the queue's is unfinished")
    func cancelling() async throws {
        let session = try SKTestSession.current
        let products = try await Product.products(for: [SampleProducts.hints])
        let product = try #require(products.first)
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(.confirmation, .customerCancels)])
        guard case .userCancelled = try await product.purchase() else {
            throw CocoaError(.featureUnsupported)
        }
        let payment = SKMutablePayment()
        payment.productIdentifier = SampleProducts.hints
        SKPaymentQueue.default().add(payment)
        await session.deliveries()
        let entries = try session.store.entries()
        #expect(entries.map(\.failure?.code) == [.paymentCancelled, .paymentCancelled])
        #expect(entries.map(\.purchaseAPI) == [.storeKit2, .storeKit1])
        #expect(entries.map(\.isFinished) == [true, false])
    }

    @Test("A slow purchase is charged by the time the clock has passed its delay")
    func slow() async throws {
        let session = try SKTestSession.current
        let products = try await Product.products(for: [SampleProducts.hints])
        let product = try #require(products.first)
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(.payment, .slow(seconds: 5))])
        let purchase = Task { try await product.purchase() }
        await session.waitForDelays()
        #expect(session.allTransactions().isEmpty)
        await session.advance(by: 5)
        #expect(session.allTransactions().count == 1)
        guard case .success = try await purchase.value else {
            throw CocoaError(.featureUnsupported)
        }
    }

    @Test("A request that began with one session is not answered by the next")
    func takingOver() async throws {
        let session = try SKTestSession.current
        session.faultPlan = try FaultPlan(
            seed: 1,
            rules: [
                .at(.productRequest, .slow(seconds: 5)), .at(.receiptRefresh, .slow(seconds: 5)),
            ]
        )
        let requests = [
            Task { _ = try await Product.products(for: [SampleProducts.hints]) },
            Task { _ = try await AppTransaction.refresh() }, Task { try await AppStore.sync() },
        ]
        await session.waitForDelays(3)
        let newer = try SKTestSession.make()
        await session.advance(by: 5)
        for request in requests {
            let error = await #expect(throws: StoreKitError.self) { try await request.value }
            guard case .systemError(StoreScopeError.anotherStore)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        withExtendedLifetime(newer) {}
    }

    private func buy(_ id: String) async throws -> Transaction {
        let product = try #require(try await Product.products(for: [id]).first)
        guard case .success(let result) = try await product.purchase() else {
            throw CocoaError(.featureUnsupported)
        }
        return try result.payloadValue
    }

    private func expectNetworkError(_ body: () async throws -> Void) async {
        let error = await #expect(throws: StoreKitError.self) { try await body() }
        guard case .networkError(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.code == .notConnectedToInternet)
    }
}
