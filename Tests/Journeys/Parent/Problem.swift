/// Something that a kill must not bring about.
struct Problem: Equatable, CustomStringConvertible {
    enum Kind: String {
        /// What was charged, finished, approved or refunded is not in the ledger, or is not
        /// delivered.
        case lost
        /// Charged, or delivered, more than once or without being asked.
        case doubled
        /// The ledger's file does not stand up.
        case damaged
        /// A child ended by itself.
        case ended
    }

    var kind: Kind
    var text: String

    var description: String { "\(kind.rawValue): \(text)" }

    static func lost(_ text: String) -> Problem { Problem(kind: .lost, text: text) }
    static func doubled(_ text: String) -> Problem { Problem(kind: .doubled, text: text) }
}
