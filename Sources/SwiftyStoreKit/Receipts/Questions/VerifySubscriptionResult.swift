public import Foundation

/// Whether a subscription is active.
public enum VerifySubscriptionResult: Sendable {
    /// It is, until `expiryDate`; the items are ordered by their ends, the last to end first.
    case purchased(expiryDate: Date, items: [ReceiptItem])
    /// It has ended on `expiryDate`; the items are ordered by their ends, the last to end first.
    case expired(expiryDate: Date, items: [ReceiptItem])
    /// It was never bought, or it was taken back.
    case notPurchased
}
