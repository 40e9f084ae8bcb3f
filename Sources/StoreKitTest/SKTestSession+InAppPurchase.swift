import LocalAppStore
public import StoreKit

// Purchases of StoreKit 2, and failures of its calls.
extension SKTestSession {
    /// Buys as on another device: without a dialog, and the app finds the transaction, which it
    /// has yet to finish, in `Transaction.updates`.
    ///
    /// A purchase that has to be approved, or whose issue has to be resolved, throws and is among
    /// ``allTransactions()``; it is delivered to `Transaction.updates` after that.
    ///
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

    /// The failure that is simulated for an API; `nil` without one.
    public func simulatedError<API>(
        forAPI api: API
    ) async -> API.Failure? where API: FailableStoreKitAPI {
        guard let error = api.name.flatMap(simulatedFailure) else { return nil }
        return API.Failure(_fromErrorCode: _SKTestFailureCode(error))
    }

    /// The error that is simulated for an API; `nil` without one.
    package func simulatedFailure(of api: SimulatedFailures.API) -> (any Error)? {
        connection.simulatedFailures(of: storeInUse)?[api]
    }

    /// Simulates a failure of every call of an API, until the next call of this method for it or
    /// ``resetToDefaultState()``; `nil` ends it.
    ///
    /// A purchase that fails with `StoreKitError.userCancelled` returns `.userCancelled`. A failure
    /// of ``FailableStoreKitAPI/verification`` makes everything unverified that the app reads.
    /// Linux has no calls that present a sheet: `SKTestSession` has such calls for tests, in the
    /// module StoreTesting, and they fail so.
    ///
    /// - Throws: ``SKTestError/serviceUnavailable`` when the session has ended,
    ///   ``SKTestError/invalidAction`` when the API isn't one of StoreKit's.
    public func setSimulatedError<API>(
        _ error: API.Failure?,
        forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        guard let name = api.name else {
            throw SKTestError(.invalidAction, "\(API.self) is not an API of StoreKit")
        }
        guard let failures = connection.simulatedFailures(of: storeInUse) else {
            throw SKTestError(.serviceUnavailable, "The session has ended")
        }
        let habit = storeInUse.faults.systemHabits
        let remains = name == .purchase && habit?.keepsPurchaseFailure == true
        failures[name] = error?._errorCode.error ?? (remains ? StoreKitError.unknown : nil)
    }
}
