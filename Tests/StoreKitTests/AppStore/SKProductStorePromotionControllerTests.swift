import LocalAppStore
import StoreKit
import Testing

@Suite("Promoted products")
struct SKProductStorePromotionControllerTests {
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

    @Test("A product has the default visibility until the app chooses one")
    func defaultVisibility() async throws {
        #expect(try await visibility(of: gold) == .default)
    }

    @Test("A choice of visibility is stored for that product only")
    func visibility() async throws {
        try await show(.hide, gold)
        #expect(try await visibility(of: gold) == .hide)
        #expect(try await visibility(of: silver) == .default)
    }

    @Test("Another object with the same product identifier has the same visibility")
    func identification() async throws {
        try await show(.show, gold)
        #expect(try await visibility(of: .make("gold")) == .show)
    }

    @Test("The order is empty until the app chooses one")
    func defaultOrder() async throws {
        #expect(try await order().isEmpty)
    }

    @Test("A choice of order is stored")
    func choosingOrder() async throws {
        try await arrange([silver, gold])
        #expect(try await order().map(\.productIdentifier) == ["silver", "gold"])
        try await arrange([])
        #expect(try await order().isEmpty)
    }

    @Test("A choice is stored in the store")
    func storage() async throws {
        try await show(.hide, gold)
        #expect(try store.promotionChoices.isShown == ["gold": false])
        try await show(.default, gold)
        #expect(try store.promotionChoices.isShown.isEmpty)
    }

    @Test("A product that is no longer sold is left out of the order")
    func unsoldProduct() async throws {
        try await arrange([.make("bronze"), gold])
        #expect(try await order().map(\.productIdentifier) == ["gold"])
    }

    @Test("A store that cannot be written fails the change with the reason")
    func fullDisk() async throws {
        try store.limitPages(to: 1)
        let names = (0..<10_000).map { SKProduct.make("product \($0)") }
        let error = await #expect(throws: SKError.self) { try await arrange(names) }
        let reason = error?.userInfo[NSDebugDescriptionErrorKey] as? String
        #expect(reason?.contains("no space left") == true)
    }

    @Test("The handler is called on the main queue")
    func mainQueue() async {
        await withCheckedContinuation { continuation in
            controller.update(storePromotionOrder: []) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume()
            }
        }
    }

    @Test("The default controller is shared")
    func sharedController() {
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
