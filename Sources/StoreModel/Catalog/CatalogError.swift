public import Foundation
package import StrictJSON

/// The mistakes because of which a catalog cannot be decoded.
public struct CatalogError: Error, LocalizedError, CustomStringConvertible, Sendable, Equatable {
    /// The name of the file, without its folder.
    package var fileName: String

    /// The mistakes in the file, at most a hundred.
    package var mistakes: [Mistake]

    /// Makes an error of several mistakes.
    package init(fileName: String, mistakes: [Mistake]) {
        self.fileName = fileName
        self.mistakes = mistakes
    }

    /// Makes an error of one mistake.
    package init(fileName: String, path: String = "", reason: String) {
        self.init(fileName: fileName, mistakes: [Mistake(path: path, reason: reason)])
    }

    /// The mistakes, one a line, such as `Shop.storekit, products[0].type: expected a string, but
    /// found a number`.
    public var description: String {
        mistakes.map { CatalogPlace(fileName, $0.path).line($0.reason) }.joined(separator: "\n")
    }

    /// The mistakes, each in a line.
    public var errorDescription: String? { description }
}

extension CatalogError {
    /// One mistake: the path in the file, and the expected value.
    package struct Mistake: Sendable, Equatable {
        /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
        package var path: String

        /// The expected and the found value.
        package var reason: String

        /// Makes a mistake.
        package init(path: String = "", reason: String) {
            self.path = path
            self.reason = reason
        }

        package init(_ mismatch: JSONMismatch) {
            self.init(path: mismatch.path, reason: mismatch.reason)
        }
    }
}

/// A probable mistake in a catalog file, which is decoded nevertheless.
public struct CatalogWarning: Sendable, Equatable, CustomStringConvertible {
    /// The name of the file, without its folder.
    package var fileName: String

    /// The path in the file, such as `products[2].displayPrice`; empty for the file as a whole.
    package var path: String

    /// The probable meaning of the mistake.
    package var text: String

    /// Makes a warning.
    package init(fileName: String, path: String = "", text: String) {
        self.fileName = fileName
        self.path = path
        self.text = text
    }

    /// The warning in one line, such as `Shop.storekit: it contains no product`.
    public var description: String { CatalogPlace(fileName, path).line(text) }
}

/// A place in a catalog file.
private struct CatalogPlace {
    let name: String

    init(_ fileName: String, _ path: String) {
        name = path.isEmpty ? fileName : "\(fileName), \(path)"
    }

    func line(_ text: String) -> String { "\(name): \(text)" }
}
