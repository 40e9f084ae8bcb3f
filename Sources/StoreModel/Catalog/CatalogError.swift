public import Foundation
package import StrictJSON

/// Why a catalog cannot be decoded: the file, the path in it, and what was expected there.
public struct CatalogError: Error, LocalizedError, Sendable, Equatable {
    /// The name of the file, without its folder.
    public var fileName: String

    /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
    public var path: String

    /// What was expected there and what was found.
    public var reason: String

    /// Makes an error.
    public init(fileName: String, path: String = "", reason: String) {
        self.fileName = fileName
        self.path = path
        self.reason = reason
    }

    package init(_ mismatch: JSONMismatch, in fileName: String) {
        self.init(fileName: fileName, path: mismatch.path, reason: mismatch.reason)
    }

    /// The error in one line, such as `Shop.storekit, products[0].type: expected text, but found a
    /// number`.
    public var errorDescription: String? {
        let place = path.isEmpty ? fileName : "\(fileName), \(path)"
        return "\(place): \(reason)"
    }
}

/// A probable mistake in a catalog file, which is decoded nevertheless.
public struct CatalogWarning: Sendable, Equatable, CustomStringConvertible {
    /// The name of the file, without its folder.
    public var fileName: String

    /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
    public var path: String

    /// What the mistake probably is.
    public var text: String

    /// Makes a warning.
    public init(fileName: String, path: String = "", text: String) {
        self.fileName = fileName
        self.path = path
        self.text = text
    }

    /// The warning in one line, such as `Shop.storekit: it describes no product`.
    public var description: String {
        path.isEmpty ? "\(fileName): \(text)" : "\(fileName), \(path): \(text)"
    }
}
