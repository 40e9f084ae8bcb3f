import Foundation
import LocalAppStore

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

    /// Makes the error for an identifier that no store gives a transaction.
    init(unknownTransaction identifier: UInt) {
        self.init(.noTransactionFound, "The store has no transaction \(identifier)")
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
        self.init(code, error.localizedDescription, because: error)
    }

    private static func code(forSubscriptionTo productID: String, in catalog: Catalog) -> Code {
        switch catalog.product(withIdentifier: productID) {
        case nil: .invalidProductIdentifier
        case let product? where product.subscription == nil: .invalidProductType
        default: .noSubscriptionFound
        }
    }
}
