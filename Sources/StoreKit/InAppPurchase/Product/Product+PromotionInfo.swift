import LocalAppStore

extension Product {
    /// Whether a promoted product is shown in the App Store on this device.
    public struct PromotionInfo: Equatable, Sendable {
        /// The product identifier.
        public let productID: Product.ID
        /// Whether the product is shown; a change takes effect by ``update()``.
        public var visibility: Visibility

        /// Whether a promoted product is shown.
        @nonexhaustive
        public enum Visibility: Int, Hashable, Sendable {
            /// As it is configured for all devices.
            case appStoreConnectDefault
            /// It is shown.
            case visible
            /// It is hidden.
            case hidden
        }
    }
}

extension Product.PromotionInfo {
    /// The promoted products in the order of this device: first the chosen order, then all other
    /// products that the app shows or hides.
    ///
    /// - Throws: `StoreKitError` without a store.
    public static var currentOrder: [Product.PromotionInfo] {
        get async throws {
            try await withChoices { choices, _ in
                let others = choices.isShown.keys.filter { !choices.order.contains($0) }.sorted()
                return (choices.order + others).map { id in
                    .init(productID: id, visibility: Visibility(choices.isShown[id]))
                }
            }
        }
    }

    /// Chooses the order of the promoted products on this device; an empty one resets the choice.
    ///
    /// - Throws: `Product.PurchaseError.productUnavailable` for an unknown product, or
    ///   `StoreKitError`.
    public static func updateProductOrder(byID order: some Collection<String>) async throws {
        let order = Array(order)
        try await change(of: order) { $0.order = order }
    }

    /// Chooses whether a promoted product is shown on this device.
    ///
    /// - Throws: `Product.PurchaseError.productUnavailable` for an unknown product, or
    ///   `StoreKitError`.
    public static func updateProductVisibility(
        _ visibility: Visibility,
        for productID: Product.ID
    ) async throws {
        try await change(of: [productID]) { $0.isShown[productID] = visibility.isShown }
    }

    /// Sets order and visibility of all promoted products on this device.
    ///
    /// - Throws: `Product.PurchaseError.productUnavailable` for an unknown product, or
    ///   `StoreKitError`.
    public static func updateAll(
        _ promotions: some Collection<Product.PromotionInfo>
    ) async throws {
        let promotions = Array(promotions)
        try await change(of: promotions.map(\.productID)) { choices in
            choices.order = promotions.map(\.productID)
            for promotion in promotions {
                choices.isShown[promotion.productID] = promotion.visibility.isShown
            }
        }
    }

    /// Applies the visibility to the product on this device.
    ///
    /// - Throws: `Product.PurchaseError.productUnavailable` for an unknown product, or
    ///   `StoreKitError`.
    public func update() async throws {
        try await Self.updateProductVisibility(visibility, for: productID)
    }

    private static func change(
        of productIDs: [String],
        _ body: @escaping @Sendable (inout PromotionChoices) -> Void
    ) async throws {
        try await withChoices { _, store in
            guard productIDs.allSatisfy({ store.catalog.product(withIdentifier: $0) != nil }) else {
                throw Product.PurchaseError.productUnavailable
            }
            try store.updatePromotionChoices(body)
        }
    }

    private static func withChoices<Value: Sendable>(
        _ body: @escaping @Sendable (PromotionChoices, Store) throws -> Value
    ) async throws -> Value {
        try await StoreScope.current.withStore { try body($0.promotionChoices, $0) }
    }
}

extension Product.PromotionInfo.Visibility {
    fileprivate init(_ isShown: Bool?) {
        self = isShown.map { $0 ? .visible : .hidden } ?? .appStoreConnectDefault
    }

    fileprivate var isShown: Bool? { self == .appStoreConnectDefault ? nil : self == .visible }
}
