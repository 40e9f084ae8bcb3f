import Foundation

/// A value that the ledger stores under a name, as a JSON object.
///
/// Different versions of this library can use the same ledger, so a stored object may have missing
/// or additional fields. Missing fields keep their defaults, and unknown ones are ignored.
package protocol Preference: Encodable, Equatable {
    associatedtype CodingKeys: CodingKey

    static var preferenceName: String { get }

    /// Replaces the values of the fields that are present.
    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws
}

extension KeyedDecodingContainer {
    /// Decodes a field into a value, if the field is present.
    package func decode<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let stored = try decodeIfPresent(Value.self, forKey: key) { value = stored }
    }
}

extension Preference {
    /// The name of a customer's value; for the first customer, the name in older ledgers.
    package static func preferenceName(for customerID: Customer.ID) -> String {
        customerID == Customer.firstID ? preferenceName : "\(preferenceName) \(customerID)"
    }

    /// Returns the value with the fields of a stored object.
    package func updated(with stored: JSONText) throws -> Self {
        var value = self
        try value.decode(from: try stored.decoded(as: StoredFields<CodingKeys>.self).container)
        return value
    }
}

private struct StoredFields<Key: CodingKey>: Decodable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
    }
}

package struct JSONText {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package init(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        text = String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
