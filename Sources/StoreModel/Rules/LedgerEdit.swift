package import Foundation

/// A change of a ledger by a rule.
///
/// A list of changes applies in its order and in one transaction. A notification contains the state
/// of its subscription after the changes before it.
package indirect enum LedgerEdit: Equatable {
    /// Inserts an entry with a number of ``EntryNumbers``.
    case insert(LedgerEntry)
    case update(LedgerEntry)
    case delete(LedgerEntry.ID, of: Customer.ID)
    case finish(LedgerEntry.ID, with: LedgerEntry.API?)

    case saveSubscription(CustomerSubscription)
    case deleteSubscription(CustomerSubscription.ID)
    /// Records the failed renewal of a subscription.
    case beginBillingIssue(of: CustomerSubscription)
    case endBillingIssue(of: CustomerSubscription.ID, at: Date)
    case insertExtension(RenewalExtension, of: Customer.ID)

    case insertRefundRequest(RefundRequest, of: Customer.ID)
    case saveRefundRequest(RefundRequest)
    case saveCustomer(Customer)

    /// Records the invitation to a subscription's group; a group without one is an organization's.
    case saveSeatGroup(CustomerSubscription.ID, invitation: UUID?)
    case insertSeatMember(SeatMember, of: CustomerSubscription.ID)
    case deleteSeatMember(Customer.ID, of: CustomerSubscription.ID)
    case insertSeatClaim(SeatClaim, of: CustomerSubscription.ID)
    case saveSeatClaim(SeatClaim)
    /// Deletes the members and the claims of a subscription that ended.
    case endSeatGroup(CustomerSubscription.ID)

    /// Issues a customer's receipt anew.
    case renewReceipt(of: Customer.ID, at: Date)

    /// Records a notification about an entry; the entry's subscription is read unless it is given.
    case notify(
        NotificationEvent,
        about: LedgerEntry,
        of: CustomerSubscription? = nil,
        consumptionRequestReason: ConsumptionRequestReason? = nil,
        at: Date
    )
    /// Records the notification of the claims that the App Store ended.
    case notifyUnclaimed([SeatClaim.ID], about: LedgerEntry, at: Date)
    case deleteNotifications(about: Set<LedgerEntry.ID>)
}

/// The numbers of the next entries of a ledger.
package struct EntryNumbers {
    private var last: LedgerEntry.ID

    package init(after last: LedgerEntry.ID) {
        self.last = last
    }

    /// Returns an entry of a customer with the next number, which becomes its `originalID` unless
    /// that is set.
    package mutating func number(_ entry: LedgerEntry, of customerID: Customer.ID) -> LedgerEntry {
        last += 1
        var numbered = entry
        numbered.id = last
        numbered.customerID = customerID
        if entry.originalID == 0 { numbered.originalID = last }
        return numbered
    }
}

extension CustomerSubscription {
    /// Saves the subscription, and the beginning or end of a billing issue since `former`.
    func saved(changedFrom former: CustomerSubscription?, at date: Date) -> [LedgerEdit] {
        switch (former?.billingIssue, billingIssue) {
        case (nil, _?): [.saveSubscription(self), .beginBillingIssue(of: self)]
        case (_?, nil): [.saveSubscription(self), .endBillingIssue(of: id, at: date)]
        case (nil, nil), (_?, _?): [.saveSubscription(self)]
        }
    }
}
