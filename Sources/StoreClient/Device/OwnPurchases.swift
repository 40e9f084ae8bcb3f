package import Foundation
package import LocalAppStore

/// The purchases that the app makes in this launch, and does not receive as updates.
///
/// A change of the ledger may be known before the purchase that made it has returned. The entry of
/// the payment is held back until then.
package struct OwnPurchases {
    /// Payments under way.
    private var paying: Set<UUID> = []
    /// Their entries, as changes have them.
    private var held: [UUID: LedgerEntry] = [:]
    /// Payments whose purchase returned before its change was received.
    private var returned: Set<UUID> = []
    /// The payments of unfinished transactions that were returned.
    ///
    /// Another store has other transactions with the same `id`s, and no payment with the token.
    private var unfinished: Set<UUID> = []

    package init() {}

    package mutating func begin(_ token: UUID) {
        paying.insert(token)
    }

    /// Ends a payment.
    ///
    /// - Parameters:
    ///   - token: The token of the payment.
    ///   - isReturned: Whether its entry was returned to the app as purchased.
    /// - Returns: An update that was held back, if the purchase was not returned.
    package mutating func end(_ token: UUID, isReturned: Bool) -> LedgerEntry? {
        paying.remove(token)
        let held = held.removeValue(forKey: token)
        guard isReturned else { return held }
        if held == nil { returned.insert(token) }
        if held?.isFinished != true { unfinished.insert(token) }
        return nil
    }

    /// Whether a changed entry is an update to the app.
    package mutating func admits(_ entry: LedgerEntry) -> Bool {
        let isNews = entry.revocationDate != nil || entry.isUpgraded
        if paying.contains(entry.paymentToken), !isNews {
            held[entry.paymentToken] = entry
            return false
        }
        return returned.remove(entry.paymentToken) == nil || isNews
    }

    /// Whether the app has, or is about to have, an unfinished transaction by its own purchase.
    package func contains(_ entry: LedgerEntry) -> Bool {
        unfinished.contains(entry.paymentToken) || paying.contains(entry.paymentToken)
    }

    package mutating func finish(_ token: UUID) {
        unfinished.remove(token)
    }
}
