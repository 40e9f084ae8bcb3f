public import Foundation
package import StrictJSON

// Plans are also written by hand, so a value without parameters is a word, and one with a parameter
// is an object with one member: "always", {"first": 2}, "networkDown", {"slow": 5}.

extension FaultPlan {
    /// Decodes a plan that is JSON in UTF-8.
    ///
    /// Unknown members, repeated members and invalid values are errors.
    ///
    /// - Throws: An error with the path of the first mistake, or a ``RuleError`` with the first
    ///   invalid rule.
    public init(json: Data) throws {
        let (seed, rules) = try FormatError.decode { () throws(JSONMismatch) in
            let node = try JSONNode(document: [UInt8](json))
            try node.object(of: "seed", "rules")
            return (
                try node["seed"].integer(in: 0...UInt64.max),
                try node["rules"].elements().map { rule throws(JSONMismatch) in try Rule(rule) }
            )
        }
        try self.init(seed: seed, rules: rules)
    }

    package var json: JSONValue {
        .object(["seed": .number("\(seed)"), "rules": .array(rules.map(\.json))])
    }

    /// The reason why a plan in JSON cannot be decoded: the place and the expected value.
    package struct FormatError: Error, Equatable, LocalizedError {
        /// The path in the plan, such as `rules[0].point`; empty for the plan as a whole.
        package let path: String
        package let reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        /// The error in one line, such as `rules[0].point: expected a string, but found 5`.
        package var errorDescription: String? {
            path.isEmpty ? "The fault plan: \(reason)" : "\(path): \(reason)"
        }

        package static func decode<Value>(
            _ body: () throws(JSONMismatch) -> Value
        ) throws(FormatError) -> Value {
            do throws(JSONMismatch) {
                return try body()
            } catch {
                throw FormatError(path: error.path, reason: error.reason)
            }
        }
    }
}

extension FaultPlan.Rule {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        try node.object(of: "point", "failure", "frequency")
        self.init(
            point: try node["point"].choice(of: FaultPlan.Point.allCases),
            failure: try FaultPlan.Failure(node["failure"]),
            frequency: try node["frequency"].present.map { node throws(JSONMismatch) in
                try FaultPlan.Frequency(node)
            } ?? .always
        )
    }

    fileprivate var json: JSONValue {
        .object([
            "point": .string(point.rawValue),
            "failure": .word(failure.word.kind, failure.word.value),
            "frequency": frequency.json,
        ])
    }
}

extension FaultPlan.Failure {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        let (kind, value) = try node.word(of: Kind.allCases)
        switch kind {
        case .storeError: self = .storeError(.init(rawValue: try value.integer()))
        case .networkDown: self = .networkDown
        case .slow: self = .slow(seconds: try value.number())
        case .timeout: self = .timeout(seconds: try value.number())
        case .httpStatus: self = .httpStatus(try value.integer())
        case .malformedAnswer: self = .malformedAnswer
        case .emptyAnswer: self = .emptyAnswer
        case .noAnswer: self = .noAnswer
        case .customerCancels: self = .customerCancels
        case .failedCommit: self = .failedCommit
        case .uncertainCommit: self = .uncertainCommit
        case .duplicateDelivery: self = .duplicateDelivery
        case .reorderedDelivery: self = .reorderedDelivery(seconds: try value.number())
        case .downloadFailure:
            self = .downloadFailure(try value.choice(of: DownloadFailure.Reason.allCases))
        case .crash: self = .crash
        }
    }
}

extension FaultPlan.Failure.Kind: FaultWord {
    fileprivate var hasValue: Bool {
        switch self {
        case .storeError, .slow, .timeout, .httpStatus, .reorderedDelivery, .downloadFailure: true
        default: false
        }
    }
}

extension FaultPlan.Frequency {
    private enum Kind: String, CaseIterable, FaultWord {
        case always
        case first
        case nth
        case every
        case probability

        var hasValue: Bool { self != .always }
    }

    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        let (kind, value) = try node.word(of: Kind.allCases)
        switch kind {
        case .always: self = .always
        case .first: self = .first(try value.integer())
        case .nth: self = .nth(try value.integer())
        case .every: self = .every(try value.integer())
        case .probability: self = .probability(try value.number())
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .always: .word(Kind.always, nil)
        case .first(let count): .word(Kind.first, .number("\(count)"))
        case .nth(let number): .word(Kind.nth, .number("\(number)"))
        case .every(let step): .word(Kind.every, .number("\(step)"))
        case .probability(let value): .word(Kind.probability, .number("\(value)"))
        }
    }
}

/// A name that stands alone, or that is the only member of an object with its value.
private protocol FaultWord: RawRepresentable<String> {
    var hasValue: Bool { get }
}

extension JSONValue {
    fileprivate static func word(_ word: some FaultWord, _ value: JSONValue?) -> JSONValue {
        value.map { .object([word.rawValue: $0]) } ?? .string(word.rawValue)
    }
}

extension JSONNode {
    /// A word, and the place of its value.
    fileprivate func word<Word: FaultWord>(
        of words: [Word]
    ) throws(JSONMismatch) -> (Word, JSONNode) {
        guard case .object(let members) = value else {
            let word = try choice(of: words)
            guard !word.hasValue else {
                throw mismatch(expected: "an object, because \"\(word.rawValue)\" has a value")
            }
            return (word, self)
        }
        let names = Self.oneOf(words.map(\.rawValue))
        guard let name = members.keys.first, members.count == 1 else {
            throw mismatch(expected: "\(names), alone or as the only member of an object")
        }
        guard let word = words.first(where: { $0.rawValue == name }) else {
            throw JSONMismatch(
                path: self[name].path,
                reason: "expected \(names), but found \"\(name)\""
            )
        }
        guard word.hasValue else { throw self[name].mismatch(expected: "the name alone") }
        return (word, self[name])
    }
}
