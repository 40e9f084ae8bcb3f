import Foundation

/// A member of the customer's family, with access to the customer's shared subscriptions.
struct ModelMember {
    enum Event: CaseIterable {
        case join, leave, restore, shared, sharedLater, renewed
        /// Access after an interruption, which continues the former transactions.
        case sharedAgain
        case lostByRefund, lostOtherwise
        /// A period that is not shared, at a purchase or at a renewal.
        case lostByPurchase, lostByRenewal
        /// A file that ends or begins the sharing of a product.
        case lostByFile, sharedByFile
        /// A failed renewal, or an end, of which the member's server hears.
        case heard
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
    private(set) var notifications: [ModelNotification] = []
    private(set) var events = ModelEvents()

    /// A period of the customer.
    typealias Payment = (group: String, index: Int, period: SubscriptionModel.Period)

    /// Takes note of a period that the customer paid for, and of what the customer's server was
    /// told.
    ///
    /// Who has another period, but not this one, has lost the subscription.
    mutating func share(
        _ payment: Payment,
        isShareable: Bool,
        after former: Payment?,
        told events: [String],
        at date: Date
    ) {
        if isMember, isSharing, isShareable {
            return addAccess(to: payment, from: payment.period.start, told: events, at: date)
        }
        let event = payment.period.isRenewal ? Event.lostByRenewal : .lostByPurchase
        if let former { lose(former, by: event, from: payment.period.start, at: date) }
    }

    /// Takes note of what the customer's server was told of the present period.
    ///
    /// That the member's server hears of it is the store's choice.
    mutating func hear(_ events: [String], of present: Payment, at date: Date) {
        guard access(to: present) != nil else { return }
        let kinds = ["DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED"]
        for event in events where kinds.contains(where: event.hasPrefix) {
            note(.heard)
            notify(event, at: date)
        }
    }

    private mutating func notify(_ event: String, at date: Date) {
        notifications.append(ModelNotification(date: date, event: event))
    }

    /// Forgets what the store has forgotten by a date.
    mutating func forgetNotifications(at date: Date) { notifications.removeOld(at: date) }

    /// The transaction by which the member has a period, unless it is revoked.
    private func access(to payment: Payment) -> Int? {
        accesses.indices.last { accesses[$0].revoked == nil && isAccess($0, to: payment) }
    }

    /// Loses a period; a refund or another period may have a date after the present one.
    private mutating func lose(
        _ payment: Payment,
        by event: Event,
        from start: Date? = nil,
        at date: Date
    ) {
        for index in accesses.indices
        where accesses[index].revoked == nil && isAccess(index, to: payment) {
            note(event)
            revoke(index, from: start.map { max($0, date) } ?? date, at: date)
        }
    }

    /// Takes note of a file by which the product of a period can be shared, or cannot.
    mutating func setShareable(_ present: Payment, _ flag: Bool, at date: Date) {
        guard flag else { return lose(present, by: .lostByFile, at: date) }
        guard isMember, isSharing, date < present.period.end, access(to: present) == nil
        else { return }
        note(.sharedByFile)
        addAccess(to: present, at: date)
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

    /// Gives the member the customer's subscriptions at a date.
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
            revoke(index, from: date, at: date)
        }
    }

    private mutating func addAccess(
        to payment: Payment,
        from start: Date? = nil,
        told events: [String] = [],
        at date: Date
    ) {
        let former = accesses.last { $0.group == payment.group }
        accesses.append(
            Access(
                group: payment.group,
                period: payment.index,
                start: max(start ?? date, payment.period.start),
                original: former?.original ?? accesses.count
            )
        )
        note(.shared)
        if former?.revoked != nil { note(.sharedAgain) }
        let renewal = events.first { $0.hasPrefix("DID_RENEW") }
        if let renewal, let former, former.revoked == nil {
            note(.renewed)
            notify(renewal, at: date)
        } else {
            notify("SUBSCRIBED." + (former == nil ? "INITIAL_BUY" : "RESUBSCRIBE"), at: date)
        }
    }

    private mutating func revoke(_ index: Int, from start: Date, at date: Date) {
        accesses[index].revoked = start
        notify("REVOKE", at: date)
    }

    /// Takes note of a refund.
    mutating func refund(_ payment: Payment, at date: Date) {
        lose(payment, by: .lostByRefund, from: payment.period.revoked, at: date)
    }

    /// Takes note of a refund that is taken back; it was made at a date.
    ///
    /// Access that the member lost with the next period does not return.
    mutating func reverse(
        _ payment: Payment,
        isShareable: Bool,
        isPresent: Bool,
        of refund: Date,
        at date: Date
    ) {
        guard isMember, isSharing, isShareable, payment.period.upgraded == nil else { return }
        let newest = accesses.indices.last { accesses[$0].group == payment.group }
        if let index = accesses.indices.last(where: { isAccess($0, to: payment) }),
            accesses[index].revoked == refund, isPresent || index != newest
        {
            note(.returned)
            accesses[index].revoked = nil
            notify("REFUND_REVERSED", at: date)
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
