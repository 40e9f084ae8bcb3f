import Foundation
import LocalAppStore

/// One request for products.
struct ProductLoading: Sendable {
    private let identifiers: [String]
    private let scope: StoreScope

    init(_ identifiers: [String], in scope: StoreScope) {
        self.identifiers = identifiers
        self.scope = scope
    }

    /// The products that the store sells, in the order of the identifiers.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func products() async throws -> [Product] {
        guard !Task.isCancelled else { return [] }
        try scope.throwSimulatedError(of: .loadProducts)
        guard let store = try await scope.withAnyStore({ $0 }) else { return [] }
        let failure = try await scope.meetFault(
            at: .productRequest,
            of: Set(identifiers).sorted().joined(separator: ", "),
            from: store
        )
        if failure == .emptyAnswer || store.faults.hidesProducts { return [] }
        return try await scope.withStore(asOf: store) { try products(of: $0) }
    }

    private func products(of store: Store) throws -> [Product] {
        let maker = ProductMaker(store.catalog, try store.settings)
        var seen: Set<String> = []
        scope.diagnostics.report(
            unknownProducts: identifiers.filter {
                store.catalog.product(withIdentifier: $0) == nil
            },
            of: store.catalog
        )
        return try identifiers.filter { seen.insert($0).inserted }
            .concurrentMap(maker.product(withIdentifier:))
            .compactMap(\.self)
    }
}
