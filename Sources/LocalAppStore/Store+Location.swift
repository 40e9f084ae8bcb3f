public import Foundation

extension Store {
    /// Where a store keeps its ledger.
    public enum Location: Sendable, Equatable {
        /// In memory: gone with the store, for tests.
        case memory
        /// In a file, which several processes may use at once; it must not have several names (hard
        /// links).
        case file(URL)

        var path: String {
            switch self {
            case .memory: ":memory:"
            case .file(let url): url.path
            }
        }
    }
}
