import AppReceipt
import Foundation
package import StoreModel

extension LedgerWriter {
    /// Applies the changes of a rule in their order.
    package func apply(_ edits: [LedgerEdit]) throws {
        for edit in edits { try apply(edit) }
    }

    private func apply(_ edit: LedgerEdit) throws {
        switch edit {
        case .insert(let entry): try insert(entry)
        case .update(let entry): try update(entry)
        case .delete(let id, let customerID): try acting(for: customerID).delete(id)
        case .finish(let id, let api): try markFinished(id, with: api)
        case .saveSubscription(let subscription): try save(subscription)
        case .deleteSubscription(let id): try deleteSubscription(id)
        case .beginBillingIssue(let subscription): try insertBillingIssue(of: subscription)
        case .endBillingIssue(let id, let date): try endBillingIssue(ofSubscription: id, at: date)
        case .insertExtension(let value, let customerID):
            try acting(for: customerID).insert(value)
        case .insertRefundRequest(let request, let customerID):
            try acting(for: customerID).insert(request)
        case .saveRefundRequest(let request): try save(request)
        case .saveCustomer(let customer): try save(customer)
        case .saveSeatGroup(let id, let invitation): try saveSeatGroup(id, invitation: invitation)
        case .insertSeatMember(let member, let id): try insert(member, of: id)
        case .deleteSeatMember(let customerID, let id): try deleteSeatMember(customerID, of: id)
        case .insertSeatClaim(let claim, let id): try insert(claim, of: id)
        case .saveSeatClaim(let claim): try save(claim)
        case .endSeatGroup(let id): try deleteSeatGroup(id)
        case .renewReceipt(let customerID, let date):
            try acting(for: customerID).renewReceipt(at: date)
        case .notify(let event, let entry, let subscription, let reason, let date):
            try notify(
                event,
                about: entry,
                of: subscription,
                consumptionRequestReason: reason,
                at: date
            )
        case .notifyUnclaimed(let claims, let entry, let date):
            try notify(NotificationEvent(.unclaimSeats), about: entry, at: date) { payload in
                var seats = NotificationPayload.UnclaimedSeats()
                seats.seatClaimIdentifiers = claims
                payload.unclaimInfo = seats
            }
        case .deleteNotifications(let ids): try deleteNotifications(aboutEntries: ids)
        }
    }
}
