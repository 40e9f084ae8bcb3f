public import Foundation

extension ReceiptVerdict {
    /// Why a receipt was refused.
    public struct Refusal: Error, Hashable, Sendable {
        /// The first rule that was broken.
        public let rule: Rule
        /// A sentence that says how it was broken.
        public let reason: String

        /// Makes a refusal.
        public init(rule: Rule, reason: String) {
            self.rule = rule
            self.reason = reason
        }
    }
}

extension ReceiptVerdict.Refusal: LocalizedError, CustomStringConvertible {
    /// The rule's name and the reason.
    public var description: String { "\(rule.rawValue): \(reason)" }

    /// The same sentence, for what shows errors to people.
    public var errorDescription: String? { description }
}
