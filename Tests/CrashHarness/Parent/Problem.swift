/// A violation of what the store guarantees.
struct Problem: Equatable, CustomStringConvertible {
    enum Kind: String, CaseIterable {
        /// A charge, finish, approval or refund is missing in the ledger, or is not delivered.
        case lost
        /// Something was charged or delivered more than once, or without a request.
        case doubled
        /// Subscriptions, money, the receipt or downloads do not agree with the entries.
        case inconsistent
        /// A killed process left files that the next launch did not remove.
        case leftover = "left over"
        /// The ledger's file is damaged.
        case damaged
        /// A child ended by itself.
        case ended = "ended by themselves"
    }

    var kind: Kind
    var text: String

    var description: String { "\(kind.rawValue): \(text)" }

    static func lost(_ text: String) -> Problem { Problem(kind: .lost, text: text) }
    static func doubled(_ text: String) -> Problem { Problem(kind: .doubled, text: text) }
    static func inconsistent(_ text: String) -> Problem {
        Problem(kind: .inconsistent, text: text)
    }
}
