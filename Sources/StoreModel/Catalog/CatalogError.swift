public import Foundation

/// The mistakes because of which a catalog cannot be decoded.
public struct CatalogError: Error, LocalizedError, CustomStringConvertible, Sendable, Equatable {
    package var fileName: String
    /// The mistakes in the file, at most a hundred.
    package var mistakes: [Mistake]

    /// The mistakes, one a line, such as `Shop.storekit, products[0].type: expected a string, but
    /// found a number`.
    public var description: String {
        mistakes.map { line($0.reason, at: $0.path, in: fileName) }.joined(separator: "\n")
    }

    /// The mistakes, each in a line.
    public var errorDescription: String? { description }

    package struct Mistake: Sendable, Equatable {
        /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
        package var path: String
        package var reason: String
    }
}

extension CatalogError {
    package init(fileName: String, path: String = "", reason: String) {
        self.init(fileName: fileName, mistakes: [Mistake(path: path, reason: reason)])
    }
}

/// A probable mistake in a catalog file, which is decoded nevertheless.
package struct CatalogWarning: Sendable, Equatable, CustomStringConvertible {
    package var fileName: String
    /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
    package var path: String
    package var text: String

    /// The warning in one line, such as `Shop.storekit: it contains no product`.
    package var description: String { line(text, at: path, in: fileName) }
}

private func line(_ text: String, at path: String, in fileName: String) -> String {
    "\(fileName)\(path.isEmpty ? "" : ", ")\(path): \(text)"
}
