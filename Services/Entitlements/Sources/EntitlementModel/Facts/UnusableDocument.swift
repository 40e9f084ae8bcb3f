import Foundation

/// The error for a verified document with an unusable member.
package struct UnusableDocument: Error, Hashable, Sendable {
    package let member: String
    package let reason: String

    package init(_ member: String, _ reason: String) {
        self.member = member
        self.reason = reason
    }
}

extension UnusableDocument: LocalizedError {
    /// A sentence that names the member.
    package var errorDescription: String? { "\(member) \(reason)." }
}

/// Limits on strings of documents, within those of PostgreSQL and its indexes.
package enum DocumentText {
    /// The maximum length of a transaction identifier, in bytes.
    ///
    /// Apple's have 16 digits.
    package static let longestIdentifier = 64
    /// The maximum length of a product or offer identifier, in bytes.
    ///
    /// Apple's limit is 100 characters.
    package static let longestProduct = 400

    /// A transaction identifier: letters, digits and hyphens.
    package static func identifier(
        _ text: String?,
        _ member: String
    ) throws(UnusableDocument) -> String {
        guard let text, !text.isEmpty else { throw UnusableDocument(member, "is missing") }
        guard text.utf8.count <= longestIdentifier else {
            throw UnusableDocument(member, "has more than \(longestIdentifier) bytes")
        }
        guard isIdentifier(text) else {
            throw UnusableDocument(member, "has characters other than letters, digits and hyphens")
        }
        return text
    }

    /// Whether a string is a transaction identifier.
    package static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestIdentifier
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Whether a string has 1 to `longest` bytes without control characters.
    package static func isPlain(_ text: String, longest: Int) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    static func product(_ text: String?) throws(UnusableDocument) -> String {
        guard let text, !text.isEmpty else { throw UnusableDocument("productId", "is missing") }
        return try check(text, "productId", longest: longestProduct)
    }

    /// The identifier of another product or an offer, if present.
    static func name(_ text: String?, _ member: String) throws(UnusableDocument) -> String? {
        try text.map { text throws(UnusableDocument) in
            try check(text, member, longest: longestProduct)
        }
    }

    /// A word such as a type, if there is one.
    package static func word(
        _ text: String?,
        _ member: String
    ) throws(UnusableDocument) -> String? {
        try text.map { text throws(UnusableDocument) in try check(text, member, longest: 100) }
    }

    private static func check(
        _ text: String,
        _ member: String,
        longest: Int
    ) throws(UnusableDocument) -> String {
        guard text.utf8.count <= longest else {
            throw UnusableDocument(member, "has more than \(longest) bytes")
        }
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw UnusableDocument(member, "has a control character")
        }
        return text
    }
}
