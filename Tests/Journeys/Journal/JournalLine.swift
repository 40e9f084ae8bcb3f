import Foundation
import LocalAppStore

/// What a child is about to do, or what it was told.
enum JournalLine: Codable, Equatable, Sendable {
    case pay(PaymentIntent)
    /// The store, or the queue's observer, said where an entry stands; the queue does not say what
    /// was charged.
    case told(entry: Int64, name: String, state: LedgerEntry.State, amount: Decimal?)
    /// The queue failed a payment that never reached the ledger.
    case refused(name: String)
    case finish([Int64])
    case finished([Int64])
    case restore
    case restored
    case approve(Int64)
    case approved(Int64)
    case refund(Int64)
    case refunded(Int64)
    /// Something that must not happen happened.
    case trouble(String)

    static func told(_ entry: LedgerEntry) -> JournalLine {
        .told(
            entry: entry.id,
            name: entry.paymentName,
            state: entry.state,
            amount: entry.amountCharged
        )
    }
}

extension LedgerEntry.State: Codable {}
