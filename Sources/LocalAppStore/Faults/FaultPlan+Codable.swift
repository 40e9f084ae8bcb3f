import Foundation

// Plans are written by hand too, so what has no value is a word, and what has one is an object with
// one member: "always", {"first": 2}, "networkDown", {"slow": 5}.

extension FaultPlan: Codable {
    enum CodingKeys: CodingKey {
        case seed
        case rules
    }

    /// Decodes a plan; one with a rule that makes no sense is refused with a ``RuleError``.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            seed: fields.decode(UInt64.self, forKey: .seed),
            rules: fields.decode([Rule].self, forKey: .rules)
        )
    }

    /// Encodes the plan as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(seed, forKey: .seed)
        try fields.encode(rules, forKey: .rules)
    }
}

extension FaultPlan.Rule: Codable {
    enum CodingKeys: CodingKey {
        case point
        case failure
        case frequency
    }

    /// Decodes a rule; without a frequency, it applies always.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            point: try fields.decode(FaultPlan.Point.self, forKey: .point),
            failure: try fields.decode(FaultPlan.Failure.self, forKey: .failure),
            frequency: try fields.decodeIfPresent(FaultPlan.Frequency.self, forKey: .frequency)
                ?? .always
        )
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
        let word = try Word(from: decoder)
        guard let kind = Kind(rawValue: word.name) else {
            throw word.unknown("failure", Kind.allCases.map(\.rawValue))
        }
        switch kind {
        case .storeError: self = .storeError(.init(rawValue: try word.value()))
        case .networkDown: self = .networkDown
        case .slow: self = .slow(seconds: try word.value())
        case .timeout: self = .timeout(seconds: try word.value())
        case .httpStatus: self = .httpStatus(try word.value())
        case .malformedAnswer: self = .malformedAnswer
        case .emptyAnswer: self = .emptyAnswer
        case .noAnswer: self = .noAnswer
        case .customerCancels: self = .customerCancels
        case .failedCommit: self = .failedCommit
        case .uncertainCommit: self = .uncertainCommit
        case .duplicateDelivery: self = .duplicateDelivery
        case .reorderedDelivery: self = .reorderedDelivery(seconds: try word.value())
        case .downloadFailure: self = .downloadFailure(try word.value())
        case .crash: self = .crash
        }
    }

    /// Encodes the failure as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .storeError(let code):
            try Word.encode(kind.rawValue, code.rawValue, to: encoder)
        case .slow(let seconds), .timeout(let seconds), .reorderedDelivery(let seconds):
            try Word.encode(kind.rawValue, seconds, to: encoder)
        case .httpStatus(let status):
            try Word.encode(kind.rawValue, status, to: encoder)
        case .downloadFailure(let reason):
            try Word.encode(kind.rawValue, reason, to: encoder)
        default:
            try kind.rawValue.encode(to: encoder)
        }
    }
}

extension FaultPlan.Frequency: Codable {
    /// Decodes a frequency: `"always"`, or an object with its name and value.
    public init(from decoder: any Decoder) throws {
        let word = try Word(from: decoder)
        switch word.name {
        case "always": self = .always
        case "first": self = .first(try word.value())
        case "nth": self = .nth(try word.value())
        case "every": self = .every(try word.value())
        case "probability": self = .probability(try word.value())
        default:
            throw word.unknown("frequency", ["always", "first", "nth", "every", "probability"])
        }
    }

    /// Encodes the frequency as it is decoded.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .always: try "always".encode(to: encoder)
        case .first(let count): try Word.encode("first", count, to: encoder)
        case .nth(let number): try Word.encode("nth", number, to: encoder)
        case .every(let step): try Word.encode("every", step, to: encoder)
        case .probability(let value): try Word.encode("probability", value, to: encoder)
        }
    }
}

/// A name, or an object whose only member is a name with a value.
private struct Word {
    let name: String
    private let path: [any CodingKey]
    private let fields: KeyedDecodingContainer<Name>?

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        path = decoder.codingPath
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.name = name
            fields = nil
            return
        }
        let fields = try decoder.container(keyedBy: Name.self)
        guard let name = fields.allKeys.first, fields.allKeys.count == 1 else {
            throw Self.error("It is a name, or an object with one member.", at: path)
        }
        self.name = name.stringValue
        self.fields = fields
    }

    /// The value of the only member.
    func value<Value: Decodable>() throws -> Value {
        guard let fields else { throw Self.error("\"\(name)\" needs a value.", at: path) }
        return try fields.decode(Value.self, forKey: Name(stringValue: name))
    }

    func unknown(_ kind: String, _ names: [String]) -> DecodingError {
        let known = names.joined(separator: ", ")
        return Self.error("There is no \(kind) \"\(name)\"; there are \(known).", at: path)
    }

    static func encode(_ name: String, _ value: some Encodable, to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        try fields.encode(value, forKey: Name(stringValue: name))
    }

    private static func error(_ message: String, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: message))
    }
}
