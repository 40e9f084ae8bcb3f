import LocalAppStore
import StoreKit

// Failures of StoreKit 2's calls.
extension SKTestSession {
    /// The failure that is simulated for an API; `nil` without one.
    public func simulatedError<API>(
        forAPI api: API
    ) async -> API.Failure? where API: FailableStoreKitAPI {
        guard let name = (API.self as? any SimulatedAPI.Type)?.name,
            let error = simulatedFailure(of: name)
        else { return nil }
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
        guard let name = (API.self as? any SimulatedAPI.Type)?.name else {
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
