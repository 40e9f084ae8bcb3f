/// The value as any coder has it, for types whose JSON is read and written here.
extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        if let fields = try? decoder.container(keyedBy: Name.self) {
            let members = try fields.allKeys.map { key in
                (key.stringValue, try fields.decode(Self.self, forKey: key))
            }
            self = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(Self.self)) }
            self = .array(values)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let number = try? container.decode(UInt64.self) { return .number("\(number)") }
        if let number = try? container.decode(Int64.self) { return .number("\(number)") }
        return .number("\(try container.decode(Double.self))")
    }

    package func encode(to encoder: any Encoder) throws {
        if case .object(let members) = self {
            var fields = encoder.container(keyedBy: Name.self)
            for (name, value) in members {
                try fields.encode(value, forKey: Name(stringValue: name))
            }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .object: break
        case .array(let values): try container.encode(values)
        case .string(let text): try container.encode(text)
        case .bool(let flag): try container.encode(flag)
        case .null: try container.encodeNil()
        case .number(let text):
            if let number = UInt64(text) {
                try container.encode(number)
            } else if let number = Int64(text) {
                try container.encode(number)
            } else {
                try container.encode(Double(text))
            }
        }
    }

    /// The name of any member.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
