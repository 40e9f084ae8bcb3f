import AppReceipt
public import Foundation

extension FaultPlan {
    /// Decodes a plan that is JSON in UTF-8.
    ///
    /// A member that a plan does not have, one that occurs twice and a value that means nothing are
    /// refused.
    ///
    /// - Throws: A ``FormatError`` that says where the plan is wrong, or a ``RuleError`` that names
    ///   the first rule that makes no sense.
    public init(json: Data) throws {
        let bytes = [UInt8](json)
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw FormatError(path: "", reason: "expected UTF-8 text")
        }
        do {
            try self.init(JSONParser.parse(bytes, skipsByteOrderMark: true), at: "")
        } catch let error as JSONSyntaxError {
            let reason = "\(error.reason), at \(error.place(in: bytes))"
            throw FormatError(path: error.path(in: bytes), reason: reason)
        }
    }

    /// Decodes a plan at a path of a document.
    init(_ value: JSONValue, at path: String) throws {
        let node = CatalogNode(value: value, fileName: "", path: path)
        let (seed, rules) = try FormatError.decode { () throws(CatalogError) in
            try node.requireKeys("seed", "rules")
            let seed = try node["seed"].seed()
            let rules = try node["rules"].list().map { rule throws(CatalogError) in
                try Rule(rule)
            }
            return (seed, rules)
        }
        try self.init(seed: seed, rules: rules)
    }

    /// Why a plan in JSON cannot be decoded: where in it, and what was expected there.
    public struct FormatError: Error, Equatable, LocalizedError {
        /// The path in the plan, such as `rules[0].point`; empty for the plan as a whole.
        public let path: String
        /// What was expected there, and what was found.
        public let reason: String

        /// The error in one line, such as `rules[0].point: expected text, but found 5`.
        public var errorDescription: String? {
            path.isEmpty ? "The fault plan: \(reason)" : "\(path): \(reason)"
        }

        /// Decodes with the errors of a plan instead of those of a catalog.
        static func decode<Value>(
            _ body: () throws(CatalogError) -> Value
        ) throws(FormatError) -> Value {
            do throws(CatalogError) {
                return try body()
            } catch {
                throw FormatError(path: error.path, reason: error.reason)
            }
        }
    }
}

extension FaultPlan.Rule {
    init(_ node: CatalogNode) throws(CatalogError) {
        try node.requireKeys("point", "failure", "frequency")
        let frequency = node["frequency"]
        self.init(
            point: try node["point"].choice(of: FaultPlan.Point.allCases),
            failure: try FaultPlan.Failure(node["failure"]),
            frequency: frequency.isPresent ? try FaultPlan.Frequency(frequency) : .always
        )
    }
}

extension FaultPlan.Failure {
    init(_ node: CatalogNode) throws(CatalogError) {
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
    var hasValue: Bool {
        switch self {
        case .storeError, .slow, .timeout, .httpStatus, .reorderedDelivery, .downloadFailure: true
        case .networkDown, .malformedAnswer, .emptyAnswer, .noAnswer, .customerCancels,
            .failedCommit, .uncertainCommit, .duplicateDelivery, .crash:
            false
        }
    }
}

extension FaultPlan.Frequency {
    enum Kind: String, CaseIterable, FaultWord {
        case always
        case first
        case nth
        case every
        case probability

        var hasValue: Bool { self != .always }
    }

    init(_ node: CatalogNode) throws(CatalogError) {
        let (kind, value) = try node.word(of: Kind.allCases)
        switch kind {
        case .always: self = .always
        case .first: self = .first(try value.integer())
        case .nth: self = .nth(try value.integer())
        case .every: self = .every(try value.integer())
        case .probability: self = .probability(try value.number())
        }
    }
}

/// A name that stands alone, or that is the only member of an object with its value.
private protocol FaultWord: RawRepresentable<String> {
    /// Whether it needs a value.
    var hasValue: Bool { get }
}

extension CatalogNode {
    /// Refuses members that are not among the keys.
    fileprivate func requireKeys(_ keys: String...) throws(CatalogError) {
        guard case .object(let members) = try object().value else { return }
        guard let key = members.keys.filter({ !keys.contains($0) }).min() else { return }
        let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        throw CatalogError(
            fileName: fileName,
            path: self[key].path,
            reason: "there is no such member; there are \(known)"
        )
    }

    /// The elements of a list that has to be there.
    fileprivate func list() throws(CatalogError) -> [CatalogNode] {
        guard isPresent else { throw failure(expected: "a list") }
        return try elements()
    }

    fileprivate func seed() throws(CatalogError) -> UInt64 {
        guard case .number(let text) = value, let seed = UInt64(text) else {
            throw failure(expected: "a whole number from 0 to \(UInt64.max)")
        }
        return seed
    }

    fileprivate func integer() throws(CatalogError) -> Int {
        guard let number = try optionalInteger() else { throw failure(expected: "a whole number") }
        return number
    }

    fileprivate func number() throws(CatalogError) -> Double {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else {
            throw failure(expected: "a number")
        }
        return number
    }

    fileprivate func choice<Choice: RawRepresentable<String>>(
        of choices: [Choice]
    ) throws(CatalogError) -> Choice {
        guard case .string(let text) = value,
            let choice = choices.first(where: { $0.rawValue == text })
        else { throw failure(expected: Self.names(of: choices)) }
        return choice
    }

    /// A word, and the place of its value.
    fileprivate func word<Word: FaultWord>(
        of words: [Word]
    ) throws(CatalogError) -> (Word, CatalogNode) {
        guard case .object(let members) = value else {
            let word = try choice(of: words)
            guard !word.hasValue else {
                throw failure(expected: "an object, because \"\(word.rawValue)\" has a value")
            }
            return (word, self)
        }
        let names = Self.names(of: words)
        guard let name = members.keys.first, members.count == 1 else {
            throw failure(expected: "\(names), alone or as the only member of an object")
        }
        guard let word = words.first(where: { $0.rawValue == name }) else {
            throw CatalogError(
                fileName: fileName,
                path: self[name].path,
                reason: "expected \(names), but found \"\(name)\""
            )
        }
        guard word.hasValue else { throw self[name].failure(expected: "the name alone") }
        return (word, self[name])
    }

    private static func names(of choices: [some RawRepresentable<String>]) -> String {
        "one of " + choices.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }
}
