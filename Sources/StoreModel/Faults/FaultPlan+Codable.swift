import StrictJSON

// Plans are also written by hand, so a value without parameters is a word, and one with a parameter
// is an object with one member: "always", {"first": 2}, "networkDown", {"slow": 5}.

extension FaultPlan: Codable {
    package enum CodingKeys: CodingKey {
        case seed
        case rules
    }

    /// Decodes a plan; throws a ``FormatError`` or a ``RuleError``.
    ///
    /// A decoder passes over a second member of one name; ``init(json:)`` refuses it.
    public init(from decoder: any Decoder) throws {
        try self.init(JSONNode(DecodedValue(from: decoder).value, at: decoder.planPath))
    }

    /// Encodes the plan as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(seed, forKey: .seed)
        try fields.encode(rules, forKey: .rules)
    }
}

extension FaultPlan.Rule: Codable {
    package enum CodingKeys: CodingKey {
        case point
        case failure
        case frequency
    }

    /// Decodes a rule; without a frequency, it applies always.
    public init(from decoder: any Decoder) throws {
        self = try decoder.planNode(FaultPlan.Rule.init)
    }

    /// Encodes the rule as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(point, forKey: .point)
        try fields.encode(failure, forKey: .failure)
        try fields.encode(frequency, forKey: .frequency)
    }
}

extension FaultPlan.Failure: Codable {
    /// Decodes a failure: its name, or an object with its name and value.
    public init(from decoder: any Decoder) throws {
        self = try decoder.planNode(FaultPlan.Failure.init)
    }

    /// Encodes the failure as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .storeError(let code):
            try encoder.encode(kind.rawValue, code.rawValue)
        case .slow(let seconds), .timeout(let seconds), .reorderedDelivery(let seconds):
            try encoder.encode(kind.rawValue, seconds)
        case .httpStatus(let status):
            try encoder.encode(kind.rawValue, status)
        case .downloadFailure(let reason):
            try encoder.encode(kind.rawValue, reason)
        default:
            try kind.rawValue.encode(to: encoder)
        }
    }
}

extension FaultPlan.Frequency: Codable {
    /// Decodes a frequency: `"always"`, or an object with its name and value.
    public init(from decoder: any Decoder) throws {
        self = try decoder.planNode(FaultPlan.Frequency.init)
    }

    /// Encodes the frequency as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .always: try "always".encode(to: encoder)
        case .first(let count): try encoder.encode("first", count)
        case .nth(let number): try encoder.encode("nth", number)
        case .every(let step): try encoder.encode("every", step)
        case .probability(let value): try encoder.encode("probability", value)
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

/// A value of any type, as a decoder has it.
private struct DecodedValue: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        if let fields = try? decoder.container(keyedBy: Name.self) {
            let members = try fields.allKeys.map { key in
                (key.stringValue, try fields.decode(Self.self, forKey: key).value)
            }
            value = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(Self.self).value) }
            value = .array(values)
        } else {
            value = try Self.scalar(in: decoder.singleValueContainer())
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
}

extension Decoder {
    /// The path at which a plan, or a part of it, is decoded.
    fileprivate var planPath: String {
        codingPath.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }

    fileprivate func planNode<Part>(
        _ decode: (JSONNode) throws(JSONMismatch) -> Part
    ) throws -> Part {
        let value = try DecodedValue(from: self).value
        let node = JSONNode(value, at: planPath)
        return try FaultPlan.FormatError.decode { () throws(JSONMismatch) in try decode(node) }
    }
}

extension Encoder {
    /// Encodes an object with one member.
    fileprivate func encode(_ name: String, _ value: some Encodable) throws {
        var fields = container(keyedBy: Name.self)
        try fields.encode(value, forKey: Name(stringValue: name))
    }
}
