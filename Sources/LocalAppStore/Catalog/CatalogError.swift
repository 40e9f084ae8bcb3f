public import Foundation

/// Why a catalog cannot be read: the file, the place in it, and what was expected there.
public struct CatalogError: Error, LocalizedError, Sendable, Equatable {
    /// The name of the file, without its folder.
    public var fileName: String

    /// The place in the file, such as `products[2].displayPrice`; empty when the file as a whole is
    /// meant.
    public var path: String

    /// What was expected there and what was found.
    public var reason: String

    /// Makes an error about one place of a file.
    public init(fileName: String, path: String = "", reason: String) {
        self.fileName = fileName
        self.path = path
        self.reason = reason
    }

    /// The error in one line, such as `Shop.storekit, products[0].type: expected text, but found a
    /// number`.
    public var errorDescription: String? {
        let place = path.isEmpty ? fileName : "\(fileName), \(path)"
        return "\(place): \(reason)"
    }
}
