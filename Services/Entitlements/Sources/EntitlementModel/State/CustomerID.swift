package import Foundation

/// The name of a customer.
package enum CustomerID: Sendable {
    /// The buyer with this `appAccountToken`.
    case account(UUID)
    /// The buyer of this purchase.
    case originalTransaction(String)
    /// The buyer with this download of the app, an `appTransactionId`.
    case appTransaction(String)
    /// The customer with an identifier of the team's own.
    case user(String)

    /// The maximum length of the team's own identifier, in bytes.
    package static let longestUser = 200

    private static let appTransactionPrefix = "app-transaction:"
    private static let userPrefix = "user:"

    /// Reads a name; `nil` if the text has none of the four forms.
    package init?(_ text: String) {
        if text.utf8.count == 36, let token = UUID(uuidString: text) {
            self = .account(token)
        } else if DocumentText.isIdentifier(text) {
            self = .originalTransaction(text)
        } else if let id = text.suffix(after: Self.appTransactionPrefix) {
            guard DocumentText.isIdentifier(id) else { return nil }
            self = .appTransaction(id)
        } else if let id = text.suffix(after: Self.userPrefix) {
            guard DocumentText.isPlain(id, longest: Self.longestUser) else { return nil }
            self = .user(id)
        } else {
            return nil
        }
    }
}

extension CustomerID: CustomStringConvertible {
    /// The original transaction; `nil` for other names.
    package var originalTransaction: String? {
        if case .originalTransaction(let id) = self { id } else { nil }
    }

    /// The name in paths, tables and events; a token is in lower case.
    package var description: String {
        switch self {
        case .account(let token): token.uuidString.lowercased()
        case .originalTransaction(let id): id
        case .appTransaction(let id): Self.appTransactionPrefix + id
        case .user(let id): Self.userPrefix + id
        }
    }
}

// Names are compared byte by byte, as PostgreSQL does: Unicode has several forms of one letter.
extension CustomerID: Comparable, Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.account(let left), .account(let right)): left == right
        case (.originalTransaction(let left), .originalTransaction(let right)),
            (.appTransaction(let left), .appTransaction(let right)),
            (.user(let left), .user(let right)):
            left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .account(let token): hasher.combine(token)
        case .originalTransaction(let id), .appTransaction(let id), .user(let id):
            hasher.combine(id)
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension CustomerID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = CustomerID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A customer has another form."
            )
        }
        self = name
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension String {
    /// The rest of the text after a prefix; `nil` without the prefix.
    fileprivate func suffix(after prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}
