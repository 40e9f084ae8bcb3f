import Foundation

/// A member of the customer's family, and what the member has of the customer's subscriptions.
struct ModelMember {
    enum Event: CaseIterable {
        case join, leave, restore, shared, sharedLater, renewed
        /// Access after an interruption, which continues the former transactions.
        case sharedAgain
        case lostByRefund, lostOtherwise
        /// A reversal that gives back a transaction, and one that gives a new one.
        case returned, sharedByReversal
    }

    /// A transaction by which the member has a period.
    struct Access {
        let group: String
        let period: Int
        let start: Date
        /// The number of the first transaction for the subscription.
        let original: Int
        var revoked: Date?
    }

    private(set) var isMember = false
    private(set) var isSharing = true
    private(set) var accesses: [Access] = []
    /// The transactions of which the member has an unfinished copy.
    private(set) var copies: [Int] = []
    private(set) var notifications: [String] = []
    private(set) var events = ModelEvents()

    /// A period of the customer.
    typealias Payment = (group: String, index: Int, period: SubscriptionModel.Period)

    /// Takes note of a period that the customer paid for.
    mutating func share(_ payment: Payment, isShareable: Bool) {
        guard isMember, isSharing, isShareable else { return }
        addAccess(to: payment, at: payment.period.start)
    }

    /// Joins the family, or leaves it.
    mutating func setMember(_ flag: Bool, present: [Payment], at date: Date) {
        guard flag != isMember else { return }
        isMember = flag
        note(flag ? .join : .leave)
        flag ? shareAll(present, at: date) : loseAll(at: date)
    }

    /// Begins or ends the sharing of the customer's purchases.
    mutating func setSharing(_ flag: Bool, present: [Payment], at date: Date) {
        guard flag != isSharing else { return }
        isSharing = flag
        guard isMember else { return }
        flag ? shareAll(present, at: date) : loseAll(at: date)
    }

    /// Gets what the customer has at a date.
    private mutating func shareAll(_ present: [Payment], at date: Date) {
        guard isSharing else { return }
        for payment in present where date < payment.period.end {
            note(.sharedLater)
            addAccess(to: payment, at: date)
        }
    }

    private mutating func loseAll(at date: Date) {
        for index in accesses.indices where accesses[index].revoked == nil {
            note(.lostOtherwise)
            revoke(index, at: date)
        }
    }

    private mutating func addAccess(to payment: Payment, at date: Date) {
        let former = accesses.last { $0.group == payment.group }
        accesses.append(
            Access(
                group: payment.group,
                period: payment.index,
                start: max(date, payment.period.start),
                original: former?.original ?? accesses.count
            )
        )
        note(.shared)
        if former?.revoked != nil { note(.sharedAgain) }
        if payment.period.isRenewal, let former, former.revoked == nil {
            note(.renewed)
            notifications.append("DID_RENEW")
        } else {
            notifications.append("SUBSCRIBED." + (former == nil ? "INITIAL_BUY" : "RESUBSCRIBE"))
        }
    }

    private mutating func revoke(_ index: Int, at date: Date) {
        accesses[index].revoked = date
        notifications.append("REVOKE")
    }

    /// Takes note of a refund.
    mutating func refund(_ payment: Payment, at date: Date) {
        for index in accesses.indices
        where accesses[index].revoked == nil && isAccess(index, to: payment) {
            note(.lostByRefund)
            revoke(index, at: date)
        }
    }

    /// Takes note of a refund that is taken back; it was made at a date.
    mutating func reverse(_ payment: Payment, isShareable: Bool, of refund: Date, at date: Date) {
        guard isMember, isSharing, isShareable, payment.period.upgraded == nil else { return }
        if let index = accesses.indices.last(where: { isAccess($0, to: payment) }),
            accesses[index].revoked == refund
        {
            note(.returned)
            accesses[index].revoked = nil
            notifications.append("REFUND_REVERSED")
        } else if date < payment.period.end {
            note(.sharedByReversal)
            addAccess(to: payment, at: date)
        }
    }

    private func isAccess(_ index: Int, to payment: Payment) -> Bool {
        (accesses[index].group, accesses[index].period) == (payment.group, payment.index)
    }

    /// Restores what the member has.
    mutating func restore() {
        for index in accesses.indices where accesses[index].revoked == nil {
            note(.restore)
            if !copies.contains(index) { copies.append(index) }
        }
    }

    private mutating func note(_ event: Event) { events.note(.family(event)) }
}
