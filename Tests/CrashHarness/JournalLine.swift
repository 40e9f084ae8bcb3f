import Foundation
import LocalAppStore

/// A step that a child begins or has completed, or a result that it received.
enum JournalLine: Codable, Equatable, Sendable {
    case pay(PaymentIntent)
    /// The state of an entry from the store, the queue's observer or StoreKit 2; the queue reports
    /// no amount, and the original transaction of few.
    case reported(
        entry: Int64,
        original: Int64?,
        name: String,
        state: LedgerEntry.State,
        amount: Decimal?
    )
    /// A payment failed in the queue and did not reach the ledger, or StoreKit 2 refused it.
    case refused(name: String)
    /// The queue's observer, or a listener of StoreKit 2, was told of revoked products.
    case revoked(products: [String])
    /// A step is about to be made, with the entries that it concerns.
    case begin(Step, [Int64])
    /// A step was made, and lasts.
    case end(Step, [Int64])
    /// An unexpected error.
    case failure(String)

    static func reported(_ entry: LedgerEntry) -> JournalLine {
        .reported(
            entry: entry.id,
            original: entry.originalID,
            name: entry.paymentName,
            state: entry.state,
            amount: entry.amountCharged
        )
    }
}

/// A step of a child beside paying; the raw value is its name in the table of a run.
enum Step: String, Codable, CaseIterable, Sendable {
    case finish = "finished"
    case restore = "restores"
    case approve = "approved"
    case decline = "declined"
    case refund = "refunded"
    case resolve = "issues resolved"
    case delete = "deleted"
    case acknowledge = "revocations acknowledged"
    case setAutoRenew = "auto-renew changed"
    case expire = "subscriptions expired"
    case forceRenewal = "renewals forced"
    case requestConsent = "price consents requested"
    case consent = "price increases agreed to"
    case declineIncrease = "price increases declined"
    case commandDownload = "download commands"
    case useFamily = "family commands"
    case buySeats = "seats bought"
    case claimSeat = "seats claimed"
    case unclaimSeat = "seats unclaimed"
    case refundSeats = "seats refunded"
    case changeSettings = "settings changed"
    /// Adds one to a setting, so that a lost change of settings is noticed.
    case countUp = "settings counted up"
}

extension LedgerEntry.State: Codable {}
