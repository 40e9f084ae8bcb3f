import Foundation

/// A value as the JSON text in which the ledger keeps it.
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
