import AppReceipt
import Foundation
import StoreModel

// Refunds.
extension NotificationTrigger {
    func refund() throws {
        if let id = try requestedEntry() {
            try store.refunds.decide(of: id, .approved)
        } else {
            try store.refunds.refund(try refundableEntry())
        }
    }

    func declineRefund() throws {
        let requested = try requestedEntry()
        let id = try requested ?? refundableEntry()
        if requested == nil { try store.refunds.request(id, reason: .unintendedPurchase) }
        try store.refunds.decide(of: id, .declined)
    }

    func reverseRefund() throws {
        if try reversePastRefund() { return }
        let id = try refundableEntry()
        try store.refunds.refund(id)
        try store.refunds.reverse(id)
    }

    func askForConsumption() throws {
        let id = try refundableEntry()
        // There is one request about a purchase at a time.
        if try requestedEntry() == id { try store.refunds.decide(of: id, .declined) }
        try store.refunds.request(id, reason: .unintendedPurchase)
    }

    /// The purchase that the customer asked to be refunded, without a decision so far.
    private func requestedEntry() throws -> LedgerEntry.ID? {
        for request in try store.refunds.requests().reversed() where request.decision == nil {
            if let entry = try store.entry(request.entryID), isWanted(entry.productID) {
                return entry.id
            }
        }
        return nil
    }

    /// Reverses the newest refund that can be reversed; `false` without one.
    private func reversePastRefund() throws(StoreError) -> Bool {
        let refunded = try store.entries().filter { entry in
            entry.revocationDate != nil && !entry.isShared && isWanted(entry.productID)
        }
        for entry in refunded.reversed() {
            do throws(StoreError) {
                try store.refunds.reverse(entry.id)
                return true
            } catch .unsuitableEntry {
                // The customer subscribed again in the meantime.
            }
        }
        return false
    }

    /// A purchase that the customer may be refunded: a consumable, or else a subscription.
    private func refundableEntry() throws -> LedgerEntry.ID {
        if let consumable = products.first(where: { $0.kind == .consumable }) {
            return try buy(consumable.id).id
        }
        if products.contains(where: { $0.subscription != nil }) { return try subscribed().entryID }
        guard event.type != .consumptionRequest, let product = products.first else {
            throw unreachable("it requires a consumable or an auto-renewable subscription")
        }
        return try buy(product.id).id
    }
}

// Families.
extension NotificationTrigger {
    /// Revokes a purchase of the customer from a new member of the family.
    mutating func revoke() throws {
        let product = products.first {
            $0.isFamilyShareable
                && [.nonConsumable, .autoRenewableSubscription].contains($0.kind)
        }
        guard let product else { throw unreachable("no product can be shared with a family") }
        let customer = try store.customer
        guard customer.sharesPurchases else {
            throw unreachable("\"\(customer.name)\" does not share purchases")
        }
        guard customer.familyOrganizerID == nil || customer.isOrganizer else {
            throw unreachable("\"\(customer.name)\" is a member of another customer's family")
        }
        let owns = try store.entries().contains {
            $0.productID == product.id && FamilySharingRule.isShareable($0)
                && FamilySharingRule.isCurrent($0, at: store.clock.now)
        }
        if !owns, product.subscription == nil {
            try buy(product.id)
        } else if !owns {
            try subscribed(to: product)
        }
        let member = try store.customers.acting(
            addingIfNeeded: "member-\(UUID().uuidString.prefix(8))"
        )
        try member.family.join(organizedBy: store.customerID)
        try member.family.leave()
        customers.insert(member.customerID)
    }
}
