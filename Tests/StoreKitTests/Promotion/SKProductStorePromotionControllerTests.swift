import LocalAppStore
import StoreKit
import Testing

@Suite struct SKProductStorePromotionControllerTests {
    private let store: Store
    private let controller: SKProductStorePromotionController
    private let gold = SKProduct.make("gold")
    private let silver = SKProduct.make("silver")

    init() throws {
        store = try Store(
            catalog: Catalog(products: ["gold", "silver"].map { CatalogProduct(id: $0) }),
            at: .memory
        )
        controller = SKProductStorePromotionController(store: store)
    }

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
        #expect(try await order().map(\.productIdentifier) == ["silver", "gold"])
        try await arrange([])
        #expect(try await order().isEmpty)
    }

    @Test func `a choice is kept in the store`() async throws {
        try await show(.hide, gold)
        #expect(try store.promotionChoices.isShown == ["gold": false])
        try await show(.default, gold)
        #expect(try store.promotionChoices.isShown.isEmpty)
    }

    @Test func `a product that is no longer sold drops out of the order`() async throws {
        try await arrange([.make("bronze"), gold])
        #expect(try await order().map(\.productIdentifier) == ["gold"])
    }

    @Test func `a store that cannot be written fails the change with the reason`() async throws {
        try store.limitPages(to: 1)
        let names = (0..<10_000).map { SKProduct.make("product \($0)") }
        let error = await #expect(throws: SKError.self) { try await arrange(names) }
        #expect(error?.localizedDescription.contains("no space left") == true)
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

extension Result where Failure == any Error {
    fileprivate init(_ value: Success, _ error: (any Error)?) {
        self = error.map(Result.failure) ?? .success(value)
    }
}
