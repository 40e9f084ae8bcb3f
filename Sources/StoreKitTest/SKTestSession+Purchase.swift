import LocalAppStore
public import StoreKit

extension SKTestSession {
    /// Buys as on another device: without a dialog, and the app finds the transaction, which it
    /// has yet to finish, in `Transaction.updates`.
    ///
    /// A purchase that has to be approved, or whose issue has to be resolved, throws and is among
    /// ``allTransactions()``; it is delivered to `Transaction.updates` after that.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the product.
    ///   - options: The settings of the purchase.
    /// - Returns: The transaction; of a product that is not sold twice, the one that the customer
    ///   has already.
    /// - Throws: ``SKTestError/invalidProductIdentifier`` when the file has no such product,
    ///   ``SKTestError/invalidAction`` when an option is unsuitable, the store refuses the purchase
    ///   or the purchase has to wait.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        let store = store
        do {
            return try await OutsidePurchase(of: identifier, options: options, in: store)
                .transaction()
        } catch let error as StoreError {
            throw SKTestError(error, in: store)
        } catch {
            throw SKTestError(.invalidAction, error.localizedDescription, because: error)
        }
    }
}
