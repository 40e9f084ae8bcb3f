import Foundation

/// What the rules need to know of one purchase: small, so that thousands are walked fast.
struct PurchaseFact: Equatable, Sendable {
    /// The product's place in the table.
    let product: Int32
    /// The nearest purchase before it that is the same transaction; -1 if there is none.
    let earlier: Int32
    let purchaseDate: Date
    let expirationDate: Date?
    let marks: PurchaseMarks

    /// Whether the purchase counts: not taken back, and not replaced by a better subscription.
    var isValid: Bool { marks.isDisjoint(with: [.cancelled, .upgraded]) }

    /// When its period ends; nil if that is not known.
    func end(_ type: SubscriptionType) -> Date? {
        switch type {
        case .autoRenewable: expirationDate
        case .nonRenewing(let duration):
            duration.isNaN ? nil : purchaseDate.addingTimeInterval(duration)
        }
    }
}
