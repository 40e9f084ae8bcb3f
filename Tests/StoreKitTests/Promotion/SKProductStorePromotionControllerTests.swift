import StoreKit
import Testing

@Suite struct SKProductStorePromotionControllerTests {
    private let controller = SKProductStorePromotionController()
    private let gold = SKProduct.make("gold")
    private let silver = SKProduct.make("silver")

    @Test func `a product shows as set up for everybody until the app chooses`() async throws {
        #expect(try await visibility(of: gold) == .default)
    }

    @Test func `a choice of visibility is kept for that product`() async throws {
        try await show(.hide, gold)
        #expect(try await visibility(of: gold) == .hide)
        #expect(try await visibility(of: silver) == .default)
    }

    @Test func `a product is known by the identifier that it gives`() async throws {
        try await show(.show, gold)
        #expect(try await visibility(of: .make("gold")) == .show)
    }

    @Test func `the order is empty until the app chooses one`() async throws {
        #expect(try await order().isEmpty)
    }

    @Test func `a choice of order is kept`() async throws {
        try await arrange([silver, gold])
        #expect(try await order() == [silver, gold])
        try await arrange([])
        #expect(try await order().isEmpty)
    }

    @Test func `another storage takes over`() async throws {
        try await show(.hide, gold)
        controller.use(MemoryPromotionStorage())
        #expect(try await visibility(of: gold) == .default)
    }

    @Test func `a failure of the storage reaches each handler`() async {
        controller.use(FailingStorage())
        await #expect(throws: SKError(.unknown)) { try await visibility(of: gold) }
        await #expect(throws: SKError(.unknown)) { try await show(.show, gold) }
        await #expect(throws: SKError(.unknown)) { try await order() }
        await #expect(throws: SKError(.unknown)) { try await arrange([gold]) }
    }

    @Test func `the handler runs on the main queue`() async {
        await withCheckedContinuation { continuation in
            controller.update(storePromotionOrder: []) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume()
            }
        }
    }

    @Test func `everybody shares the default controller`() {
        #expect(
            SKProductStorePromotionController.default()
                === SKProductStorePromotionController.default()
        )
    }

    private func visibility(
        of product: SKProduct
    ) async throws -> SKProductStorePromotionVisibility {
        try await withCheckedThrowingContinuation { continuation in
            controller.fetchStorePromotionVisibility(for: product) { visibility, error in
                continuation.resume(with: Result(visibility, error))
            }
        }
    }

    private func show(
        _ visibility: SKProductStorePromotionVisibility,
        _ product: SKProduct
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            controller.update(storePromotionVisibility: visibility, for: product) { error in
                continuation.resume(with: Result((), error))
            }
        }
    }

    private func order() async throws -> [SKProduct] {
        try await withCheckedThrowingContinuation { continuation in
            controller.fetchStorePromotionOrder { products, error in
                continuation.resume(with: Result(products, error))
            }
        }
    }

    private func arrange(_ products: [SKProduct]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            controller.update(storePromotionOrder: products) { error in
                continuation.resume(with: Result((), error))
            }
        }
    }
}

private struct FailingStorage: PromotionStorage {
    func visibility(of product: SKProduct) throws -> SKProductStorePromotionVisibility {
        throw SKError(.unknown)
    }

    func setVisibility(_: SKProductStorePromotionVisibility, of _: SKProduct) throws {
        throw SKError(.unknown)
    }

    func order() throws -> [SKProduct] { throw SKError(.unknown) }

    func setOrder(_: [SKProduct]) throws { throw SKError(.unknown) }
}

extension Result where Failure == any Error {
    fileprivate init(_ value: Success, _ error: (any Error)?) {
        self = error.map(Result.failure) ?? .success(value)
    }
}
