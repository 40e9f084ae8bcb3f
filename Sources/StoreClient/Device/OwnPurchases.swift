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
    /// The `id`s of unfinished transactions that were returned.
    private var unfinished: Set<LedgerEntry.ID> = []

    package init() {}

    package mutating func begin(_ token: UUID) {
        paying.insert(token)
    }

    /// Ends a payment.
    ///
    /// - Parameters:
    ///   - token: The token of the payment.
    ///   - entry: The entry, if it was returned to the app as purchased.
    /// - Returns: An update that was held back, if the purchase was not returned.
    package mutating func end(_ token: UUID, returning entry: LedgerEntry?) -> LedgerEntry? {
        paying.remove(token)
        let held = held.removeValue(forKey: token)
        guard let entry else { return held }
        if held == nil { returned.insert(token) }
        if held?.isFinished != true { unfinished.insert(entry.id) }
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
        unfinished.contains(entry.id) || paying.contains(entry.paymentToken)
    }

    package mutating func finish(_ id: LedgerEntry.ID) {
        unfinished.remove(id)
    }
}
