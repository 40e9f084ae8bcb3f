import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// A file of steps with expectations.
struct Scenario {
    /// The start of a new ledger's time.
    let start: Date
    let steps: [ScenarioStep]

    init(_ file: InputFile) throws {
        let name = file.name
        let (node, bytes) = try file.json()
        let (start, values) = try Self.read(at: name) { () throws(JSONMismatch) in
            try node.object(of: "start", "steps")
            return (try node["start"].given?.date(), try node["steps"].elements())
        }
        self.start = start ?? Self.defaultStart
        let lines = ElementLines(of: "steps", in: bytes).lines
        steps = try values.enumerated().map { index, node in
            let line = index < lines.count ? lines[index] : 1
            let place = "\(name), step \(index + 1), line \(line)"
            return try Self.read(at: place) { () throws(JSONMismatch) in
                try ScenarioStep(JSONNode(node.value), number: index + 1, line: line)
            }
        }
    }

    /// Calls `body`, and puts the place in front of the message of an error.
    private static func read<Value>(
        at place: String,
        _ body: () throws(JSONMismatch) -> Value
    ) throws(Failure) -> Value {
        do throws(JSONMismatch) {
            return try body()
        } catch {
            throw Failure(error, in: place)
        }
    }

    /// 1 January 2026 at UTC.
    private static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)
}

struct ScenarioStep {
    let number: Int
    let line: Int
    /// The step as it is reported, such as `buy bay.teacup.shells`.
    let title: String
    /// The customer; `nil` for the first.
    let customer: String?
    /// The refusal that the step expects; `nil` for none.
    let refusal: Refusal?
    let action: ScenarioAction

    init(_ node: JSONNode, number: Int, line: Int) throws(JSONMismatch) {
        self.number = number
        self.line = line
        (title, action) = try ScenarioAction.decode(node, besides: ["as", "refused"])
        customer = try node["as"].given?.text()
        refusal = try node["refused"].given.flatMap(Refusal.init)
    }

    enum Refusal: Equatable {
        /// Any refusal except for an unknown name, which could be a mistake of the step.
        case any
        case reason(RefusalReason)

        init?(_ node: JSONNode) throws(JSONMismatch) {
            if case .bool(let isRefused) = node.value {
                guard isRefused else { return nil }
                self = .any
            } else {
                self = .reason(try node.choice(of: RefusalReason.allCases))
            }
        }

        /// The value of the step, as it is reported.
        var text: String {
            switch self {
            case .any: "refused"
            case .reason(let reason): "refused, \(reason.rawValue)"
            }
        }

        func isMet(by reason: RefusalReason, _ error: any Error) -> Bool {
            guard case .reason(let expected) = self else {
                return !reason.isUnknownName && !error.isUnknownOffer
            }
            return reason == expected
        }
    }
}

extension Error {
    /// Whether the product has no such offer.
    fileprivate var isUnknownOffer: Bool {
        guard case .refusedPurchase(let code, _)? = self as? StoreError else { return false }
        return code == FailureCode.invalidOfferIdentifier.rawValue
    }
}
