import LocalAppStore
import StoreCommands
import StrictJSON

/// An expectation about the page for a customer who chooses to cancel.
struct RetentionExpectation {
    private let shown: String?
    private let fallback: String?

    static let members = ["shown", "fallback"]

    private static let fallbacks = RetentionFallback.Reason.allCases.map(\.rawValue) + [none]
    /// The value for a page without a fallback.
    private static let none = "none"

    init(_ node: JSONNode) throws(JSONMismatch) {
        shown = try node["shown"].given?.choice(of: RetentionScreen.kinds, named: \.self)
        fallback = try node["fallback"].given?.choice(of: Self.fallbacks, named: \.self)
    }

    /// The unmet expectations.
    func problems(of screen: RetentionScreen) -> [ScenarioProblem] {
        let reason = screen.fallback?.reason.rawValue ?? Self.none
        return [
            ScenarioProblem("shown", shown, screen.shown),
            ScenarioProblem("fallback", fallback, reason),
        ]
        .compactMap { $0 }
    }
}
