import AppReceipt
import Foundation
import StoreModel

// Refunds.
extension NotificationTrigger {
    func refund() throws(StoreError) {
        switch event.type {
        case .refund:
            guard let id = try requestedEntry() else {
                try store.refunds.refund(try refundableEntry())
                return
            }
            try store.refunds.decide(of: id, .approved)
        case .refundDeclined:
            let requested = try requestedEntry()
            let id = if let requested { requested } else { try refundableEntry() }
            if requested == nil { try store.refunds.request(id, reason: .unintendedPurchase) }
            try store.refunds.decide(of: id, .declined)
        case .refundReversed:
            if try reverseRefund() { return }
            let id = try refundableEntry()
            try store.refunds.refund(id)
            try store.refunds.reverse(id)
        default:
            let id = try refundableEntry()
            // There is one request about a purchase at a time.
            if try requestedEntry() == id { try store.refunds.decide(of: id, .declined) }
            try store.refunds.request(id, reason: .unintendedPurchase)
        }
    }

    /// The purchase that the customer asked to be refunded, without a decision so far.
    private func requestedEntry() throws(StoreError) -> LedgerEntry.ID? {
        for request in try store.refunds.requests().reversed() where request.decision == nil {
            let entry = try store.entry(request.entryID)
            if productID == nil || entry?.productID == productID { return request.entryID }
        }
        return nil
    }

    /// Reverses the newest refund that can be reversed; `false` without one.
    private func reverseRefund() throws(StoreError) -> Bool {
        let refunded = try store.entries().filter { entry in
            entry.revocationDate != nil && !entry.isFamilyShared
                && (productID == nil || entry.productID == productID)
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
    private func refundableEntry() throws(StoreError) -> LedgerEntry.ID {
        let products = store.catalog.products.filter { productID == nil || $0.id == productID }
        if let consumable = products.first(where: { $0.kind == .consumable }) {
            return try buy(PaymentRequest(productID: consumable.id)).id
        }
        if products.contains(where: { $0.subscription != nil }) {
            return try subscription().entryID
        }
        guard event.type != .consumptionRequest, let product = products.first else {
            throw unreachable("it requires a consumable or an auto-renewable subscription")
        }
        return try buy(PaymentRequest(productID: product.id)).id
    }
}

// Extensions.
extension NotificationTrigger {
    func extendRenewal() throws(StoreError) {
        let identifier = UUID().uuidString.lowercased()
        // A subscription that the store tries to collect payment for cannot be extended.
        let subscription =
            event.subtype == .failure ? try failedSubscription() : try subscription()
        guard event.type == .renewalExtension else {
            try store.subscriptions.extendRenewalDate(
                of: subscription.id,
                byDays: 1,
                reason: .undeclared,
                requestIdentifier: identifier
            )
            return
        }
        try store.subscriptions.requestMassExtension(
            ofProduct: subscription.productID,
            byDays: 1,
            reason: .undeclared,
            requestIdentifier: identifier
        )
        try store.subscriptions.performMassExtensions()
    }
}

// Families.
extension NotificationTrigger {
    private static let shareableKinds: [CatalogProduct.Kind] = [
        .nonConsumable, .autoRenewableSubscription,
    ]

    /// Revokes a purchase of the customer from a member of the family, and returns the member.
    func revoke() throws(StoreError) -> Customer.ID {
        let product = store.catalog.products.first {
            $0.isFamilyShareable && Self.shareableKinds.contains($0.kind)
                && (productID == nil || $0.id == productID)
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
        if !owns { try buyShareable(product) }
        let member = try store.acting(forCustomerNamed: "member-\(UUID().uuidString.prefix(8))")
        try member.family.join(organizedBy: store.customerID)
        try member.family.leave()
        return member.customerID
    }

    private func buyShareable(_ product: CatalogProduct) throws(StoreError) {
        if product.subscription == nil {
            try buy(PaymentRequest(productID: product.id))
        } else {
            _ = try subscription(to: product)
        }
    }
}
