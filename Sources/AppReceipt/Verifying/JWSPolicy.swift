/// The requirements on the app that a document names.
///
/// There are no defaults, so that no check is forgotten. Expectations that depend on a document,
/// such as its product, are arguments of ``JWSVerifier``'s calls.
///
/// ```swift
/// let policy = JWSPolicy(
///     bundleIdentifier: "com.example.app",
///     environments: [.production(appAppleIdentifier: 123_456_789)]
/// )
/// ```
public struct JWSPolicy: Hashable, Sendable {
    /// The bundle identifier that documents must have, compared byte by byte.
    ///
    /// Write it into the code, because an `Info.plist` can be changed. A renewal info has none.
    public var bundleIdentifier: String
    /// The environments whose documents are accepted; none if it is empty.
    public var environments: [AcceptedEnvironment]
    /// Whether a document that names no environment counts as one of production; `false` unless it
    /// is set.
    ///
    /// Transactions that the App Store signed before 2022 are so.
    public var acceptsMissingEnvironment = false

    /// Makes a policy.
    public init(bundleIdentifier: String, environments: [AcceptedEnvironment]) {
        self.bundleIdentifier = bundleIdentifier
        self.environments = environments
    }
}

/// A caller's requirement on a member of a document.
public enum ClaimRequirement<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The member has this value.
    case equals(Value)
    /// The member has one of these values.
    case isOne(of: Set<Value>)
    /// The member may have any value or be missing: the caller checks it, or needs no check.
    case unchecked
}

extension ClaimRequirement {
    /// Whether a value meets the requirement, by an equality stricter than `String`'s.
    func isMet(by value: Value?, _ areSame: (Value, Value) -> Bool) -> Bool {
        switch self {
        case .equals(let required): value.map { areSame($0, required) } ?? false
        case .isOne(let values):
            value.map { found in values.contains { areSame($0, found) } } ?? false
        case .unchecked: true
        }
    }
}
