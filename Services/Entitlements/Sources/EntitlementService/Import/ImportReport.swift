import Foundation

/// The result for a purchase of an imported file.
package struct ImportLine: Encodable, Hashable, Sendable {
    package enum Result: String, Encodable, Sendable {
        /// The App Store's signed documents are recorded.
        case imported
        /// There is no verified document, or a document was refused.
        case unverified
        /// The row names another customer than an earlier one.
        case skipped
    }

    /// The line of the file, from 1.
    package let line: Int
    package let originalTransactionId: String
    /// The team's own identifier of the customer, if the row has one.
    package let customer: String?
    package let result: Result
    /// A word for the reason, unless it was imported.
    package let reason: String?
    /// The reason for people.
    package let message: String?
}

extension ImportLine: CustomStringConvertible {
    /// The line, the purchase and the reason.
    package var description: String {
        let name = customer.map { " (\($0))" } ?? ""
        let detail = message.map { ": \($0)" } ?? ""
        return "line \(line): \(originalTransactionId)\(name) \(result.rawValue)\(detail)"
    }
}

/// The reason that a purchase couldn't be verified.
enum UnverifiedReason: String {
    /// The App Store doesn't know it (the status 404, such as 4040010).
    case unknown
    /// The App Store refused the request, or failed to answer it.
    case appStore
    /// No response.
    case network
    /// A document was refused, such as for its signature.
    case refused
    /// The history has no such original transaction.
    case missing
}

/// The result of an import.
package struct ImportSummary: Encodable, Hashable, Sendable {
    /// The number of rows in the file.
    package internal(set) var rows = 0
    /// The number of purchases that were verified and recorded.
    package internal(set) var imported = 0
    /// The number of purchases that couldn't be verified.
    package internal(set) var unverified = 0
    /// The numbers of rows that were left out, by `SkipReason`.
    package internal(set) var skipped: [String: Int] = [:]

    mutating func skip(_ reason: SkipReason) {
        skipped[reason.rawValue, default: 0] += 1
    }
}

extension ImportSummary: CustomStringConvertible {
    /// The numbers of purchases, and of skipped rows by reason.
    package var description: String {
        let reasons = SkipReason.allCases.compactMap { reason in
            skipped[reason.rawValue].map { ", \($0) \(reason.rawValue)" }
        }
        return "\(rows) rows: \(imported) imported, \(unverified) unverified\(reasons.joined())"
    }
}

/// A file with a JSON object on each line: the results of the purchases, then the summary.
package final class ImportReport {
    private let path: String
    private let file: FileHandle

    /// Opens or creates a file.
    package init(_ path: String) throws {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        guard descriptor >= 0 else {
            throw ImportError("\(path): \(String(cString: strerror(errno)))")
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Checks that the file is empty.
    func requireEmpty() throws {
        guard try file.seekToEnd() == 0 else {
            throw ImportError("\(path) exists. Name a new file for the report.")
        }
    }

    /// Continues after a number of bytes, and removes later lines of an interrupted import.
    func restart(at length: UInt64) throws {
        guard try file.seekToEnd() >= length else {
            throw ImportError("\(path) isn't the report of the import that was interrupted.")
        }
        try file.truncate(atOffset: length)
    }

    func write(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try file.write(contentsOf: try encoder.encode(value) + [UInt8(ascii: "\n")])
    }

    /// Waits until the file is on disk; returns its length in bytes.
    func synchronize() throws -> UInt64 {
        try file.synchronize()
        return try file.offset()
    }
}

/// The error for an import that cannot begin or continue.
package struct ImportError: LocalizedError, Hashable {
    private let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The reason.
    package var errorDescription: String? { message }
}
