public import Foundation

/// The location of a store's ledger.
public enum StoreLocation: Sendable, Equatable {
    /// In memory, for tests; it is lost when the store is released.
    case memory
    /// In a file, which several processes can use at the same time; it must not have hard links.
    case file(URL)

    /// The path of the file, `:memory:` without one.
    package var path: String {
        switch self {
        case .memory: ":memory:"
        case .file(let url): url.path
        }
    }
}
