import Foundation
import GRDB

/// A value that the ledger stores under a name, as a JSON object.
///
/// Different versions of this library can use the same ledger, so a stored object may have missing
/// or additional fields. Missing fields keep their defaults, and unknown ones are ignored.
protocol Preference: Encodable, Equatable {
    associatedtype CodingKeys: CodingKey

    static var preferenceName: String { get }

    /// Replaces the values of the fields that are present.
    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws
}

extension KeyedDecodingContainer {
    /// Decodes a field into a value, if the field is present.
    func decode<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let stored = try decodeIfPresent(Value.self, forKey: key) { value = stored }
    }
}

extension LedgerReader {
    /// The stored value; fields that are not stored have the values of the default.
    func preference<Value: Preference>(default value: Value) throws -> Value {
        try preference(Value.preferenceName, default: value)
    }

    /// The value that is stored for the customer alone.
    func customerPreference<Value: Preference>(default value: Value) throws -> Value {
        try preference(Value.preferenceName(for: customerID), default: value)
    }

    private func preference<Value: Preference>(
        _ name: String,
        default value: Value
    ) throws -> Value {
        let sql = "SELECT name, value FROM preference WHERE name = ?"
        let stored = try rows(sql, of: "preference", key: "name", [name]) { row -> Value in
            let text = try row.text("value")
            // An empty text means no value.
            guard !text.isEmpty else { return value }
            guard let fields = try? JSONText(text).decoded(as: StoredFields<Value.CodingKeys>.self),
                let stored = try? value.updated(with: fields)
            else {
                throw row.damage("value", expected: "an object of JSON with the usual fields")
            }
            return stored
        }
        return stored.first ?? value
    }
}

extension LedgerWriter {
    func save<Value: Preference>(_ value: Value) throws {
        try setPreference(Value.preferenceName, to: try JSONText(value).text)
    }

    /// Stores a value for the customer alone.
    func saveForCustomer<Value: Preference>(_ value: Value) throws {
        try setPreference(Value.preferenceName(for: customerID), to: try JSONText(value).text)
    }
}

extension Preference {
    /// The name of the value of one customer; that of the first is the name of ledgers that had no
    /// other.
    fileprivate static func preferenceName(for customerID: Customer.ID) -> String {
        customerID == Customer.firstID ? preferenceName : "\(preferenceName) \(customerID)"
    }
}

extension Store {
    /// Changes a stored value; `update` is called outside of the transaction that stores it.
    ///
    /// If the value was changed in the meantime, `update` is called again with the new value.
    func update<Value: Preference>(
        default value: Value,
        _ update: (inout Value) -> Void,
        with more: (LedgerWriter) throws -> Void = { _ in }
    ) throws(Store.Error) {
        while true {
            let before = try read { try $0.preference(default: value) }
            var after = before
            update(&after)
            if try replace(before, with: after, default: value, more) { return }
        }
    }

    /// Stores a value; returns `false`, and changes nothing, if the stored value is not the
    /// expected one.
    private func replace<Value: Preference>(
        _ expected: Value,
        with replacement: Value,
        default value: Value,
        _ more: (LedgerWriter) throws -> Void
    ) throws(Store.Error) -> Bool {
        var isExpected = true
        do throws(Store.Error) {
            try change { writer, _ in
                isExpected = try writer.reader.preference(default: value) == expected
                // The error rolls the transaction back, so the revision stays.
                guard isExpected else { throw CancellationError() }
                try writer.save(replacement)
                try more(writer)
            }
        } catch {
            guard isExpected else { return false }
            throw error
        }
        return true
    }
}

/// The fields of a stored object.
private struct StoredFields<Key: CodingKey>: Decodable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
    }
}

extension Preference {
    fileprivate func updated(with fields: StoredFields<CodingKeys>) throws -> Self {
        var value = self
        try value.decode(from: fields.container)
        return value
    }
}

/// A value as JSON text.
struct JSONText {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    init(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        text = String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
