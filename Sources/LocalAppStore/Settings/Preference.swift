import GRDB

/// A value that the ledger keeps under a name, as an object of JSON.
///
/// Versions of this library share ledgers, so a stored object may have fewer fields than this
/// version writes, or more: what is missing keeps its default, what is unknown is ignored.
protocol Preference: Encodable, Equatable {
    associatedtype CodingKeys: CodingKey

    static var preferenceName: String { get }

    /// Takes over the fields that are there.
    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws
}

extension KeyedDecodingContainer {
    /// Reads a field, if it is there.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let stored = try decodeIfPresent(Value.self, forKey: key) { value = stored }
    }
}

extension LedgerReader {
    /// The value that was kept, on top of the default.
    func preference<Value: Preference>(default value: Value) throws -> Value {
        let statement = try database.cachedStatement(
            sql: "SELECT name, value FROM preference WHERE name = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [Value.preferenceName]) else {
            return value
        }
        let stored = CheckedRow(row: row, table: "preference", key: "name")
        let text = try stored.text("value")
        // An empty text stands for a value that was forgotten.
        guard !text.isEmpty else { return value }
        guard let fields = try? JSONText(text).decoded(as: StoredFields<Value.CodingKeys>.self),
            let kept = try? value.reading(fields)
        else { throw stored.damage("value", expected: "an object of JSON with the usual fields") }
        return kept
    }
}

extension LedgerWriter {
    func keep<Value: Preference>(_ value: Value) throws {
        try setPreference(Value.preferenceName, to: try JSONText(value).text)
    }
}

extension Store {
    /// Changes a kept value, outside of the transaction in which it is kept.
    ///
    /// If somebody else changed it meanwhile, the update is made once more, on the new value.
    func update<Value: Preference>(
        default value: Value,
        _ update: (inout Value) -> Void,
        with more: (LedgerWriter) throws -> Void = { _ in }
    ) throws(Store.Error) {
        var isKept = false
        while !isKept {
            let before = try ledger.read { try $0.preference(default: value) }
            var after = before
            update(&after)
            isKept = try change { writer in
                guard try writer.reader.preference(default: value) == before else { return false }
                try writer.keep(after)
                try more(writer)
                return true
            }
        }
    }
}

/// The fields of a stored object, to be read into a value that has defaults.
private struct StoredFields<Key: CodingKey>: Decodable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
    }
}

extension Preference {
    fileprivate func reading(_ fields: StoredFields<CodingKeys>) throws -> Self {
        var value = self
        try value.read(fields.container)
        return value
    }
}
