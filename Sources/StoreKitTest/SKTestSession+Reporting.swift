package import LocalAppStore
import StoreKit

extension SKTestSession {
    /// Returns the result of `body`, for a member that has no error; a failure of the store is
    /// reported, and the result is `nil`.
    @discardableResult
    package func reporting<Result>(_ body: (Store) throws -> Result) -> Result? {
        let store = store
        return connection.diagnostics.reporting { try body(store) }
    }
}
