import Foundation
package import LocalAppStore
import StoreKit

extension SKTestSession {
    /// The environment of a new session.
    @TaskLocal package static var newEnvironment = StoreEnvironment.xcode

    /// Returns the result of `body`, for a member that has no error; a failure of the store is
    /// reported, and the result is `nil`.
    @discardableResult
    package func reporting<Result>(_ body: (Store) throws -> Result) -> Result? {
        let store = store
        return connection.diagnostics.reporting { try body(store) }
    }

    /// Runs `body`, and adds the probable product to its error about a product that the file lacks.
    @discardableResult
    package func suggestingProduct<Result>(_ body: (Store) throws -> Result) throws -> Result {
        let store = store
        do {
            return try body(store)
        } catch let error as StoreError where error.unknownProduct(of: store.catalog) != nil {
            throw SKTestError(error, in: store)
        }
    }
}

extension SKTestError {
    /// Makes an error with a description, which also appears where the error is printed.
    init(_ code: Code, _ description: String, because cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description,
            NSLocalizedFailureReasonErrorKey: description,
        ]
        userInfo[NSUnderlyingErrorKey] = cause.map { $0 as NSError }
        self.init(code, userInfo: userInfo)
    }

    /// Makes the error of a call that a session's store refused.
    init(_ error: StoreError, in store: Store) {
        let code: Code =
            switch error {
            case .unknownEntry: .noTransactionFound
            case .unsuitableEntry, .refusedPurchase, .signedOut: .invalidAction
            case .unknownProduct, .unsuitableText: .invalidProductIdentifier
            case .noSubscription(let id): Self.code(forSubscriptionTo: id, in: store.catalog)
            default: .serviceUnavailable
            }
        let suggestion = error.unknownProduct(of: store.catalog).map(store.catalog.suggestion)
        self.init(code, error.explanation + (suggestion ?? ""), because: error)
    }

    private static func code(forSubscriptionTo productID: String, in catalog: Catalog) -> Code {
        switch catalog.product(withIdentifier: productID) {
        case nil: .invalidProductIdentifier
        case let product? where product.subscription == nil: .invalidProductType
        default: .noSubscriptionFound
        }
    }
}

extension StoreError {
    /// The product that the error is about, if a catalog has none with that identifier.
    func unknownProduct(of catalog: Catalog) -> String? {
        switch self {
        case .unknownProduct(let id), .noSubscription(let id):
            catalog.product(withIdentifier: id) == nil ? id : nil
        default: nil
        }
    }
}
