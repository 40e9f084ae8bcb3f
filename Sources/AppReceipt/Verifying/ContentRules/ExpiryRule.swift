public import Foundation

/// The receipt has not expired, as those of volume purchases can.
public struct ExpiryRule: ReceiptRule {
    /// The moment at which the receipt must still be good.
    public let date: Date

    /// Asks for a receipt that is good at `date`.
    public init(at date: Date) {
        self.date = date
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .expiry }

    /// Objects to an expiration date that is not after `date`; a receipt without one never expires.
    ///
    /// It is at least as late as the receipt's own creation, so that a clock that was set back
    /// makes no expired receipt good.
    public func objection(to content: ReceiptContent) -> String? {
        let moment = max(date, content.creationDate)
        guard let expiration = content.expirationDate, expiration <= moment else { return nil }
        return "the receipt expired at \(ReceiptDate.text(expiration))"
    }
}

extension ReceiptRule where Self == ExpiryRule {
    /// The receipt has not expired at `date`.
    public static func notExpired(at date: Date) -> Self { Self(at: date) }
}
