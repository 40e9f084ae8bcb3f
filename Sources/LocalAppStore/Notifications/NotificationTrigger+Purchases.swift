import AppReceipt
import Foundation

// Changes of product, and offers.
extension NotificationTrigger {
    /// Changes the product of a subscription by a payment for another product of its group.
    func changeProduct(
        _ payment: (CatalogProduct) throws -> PaymentRequest
    ) throws(Store.Error) {
        switch event.subtype {
        case .upgrade: try pay(for: try pair(from: .lowest), payment)
        case .downgrade: try pay(for: try pair(from: .highest), payment)
        default:
            // A downgrade that is taken back.
            let (former, next) = try pair(from: .highest)
            try pay(for: (former, next)) { PaymentRequest(productID: $0.id) }
            try pay(for: (former, former), payment)
        }
    }

    private enum Start {
        case lowest
        case highest
    }

    /// Two products of one group with different levels: the one that the customer is to have first,
    /// and the one to change to.
    private func pair(
        from start: Start
    ) throws(Store.Error) -> (CatalogProduct, CatalogProduct) {
        let groups = Dictionary(grouping: subscriptionProducts) { $0.subscription?.groupID }
        let active = try store.subscriptions().filter { $0.status == .subscribed }
        for products in groups.values.sorted(by: { ($0.first?.id ?? "") < ($1.first?.id ?? "") }) {
            let levels = products.sorted { level(of: $0) < level(of: $1) }
            guard let highest = levels.first, let lowest = levels.last,
                level(of: highest) < level(of: lowest)
            else { continue }
            let (first, second) = start == .lowest ? (lowest, highest) : (highest, lowest)
            // The customer may be half way already, but not beyond.
            if active.contains(where: { $0.productID == second.id }) { continue }
            return (first, second)
        }
        throw unreachable(
            "it takes a group with two levels, and a customer who is not at the second"
        )
    }

    private func level(of product: CatalogProduct) -> Int { product.subscription?.level ?? 0 }

    private func pay(
        for products: (first: CatalogProduct, second: CatalogProduct),
        _ payment: (CatalogProduct) throws -> PaymentRequest
    ) throws(Store.Error) {
        let isSubscribed = try store.subscriptions().contains {
            $0.status == .subscribed && $0.productID == products.first.id
        }
        if !isSubscribed { try store.buy(PaymentRequest(productID: products.first.id)) }
        guard let request = try? payment(products.second) else {
            throw unreachable("\"\(products.second.id)\" has no offer for a subscriber")
        }
        try store.buy(request)
    }

    /// Redeems an offer as a subscriber.
    func redeem() throws(Store.Error) {
        guard event.subtype == nil else { return try changeProduct(offer) }
        let id = try subscription().productID
        guard let product = store.catalog.product(withIdentifier: id),
            let request = try? offer(product)
        else { throw unreachable("\"\(id)\" has no offer for a subscriber") }
        try store.buy(request)
    }

    private struct NoOffer: Error {}

    /// A payment with an offer for subscribers: that of a code, or a promotional one.
    private func offer(_ product: CatalogProduct) throws -> PaymentRequest {
        var request = PaymentRequest(productID: product.id, isMadeOutsideApp: true)
        let code = product.subscription?.codeOffers.first { $0.eligibility.contains(.existing) }
        if let name = code?.referenceName {
            request.offer = .code(referenceName: name)
        } else if let id = product.subscription?.promotionalOffers.first?.id {
            let discount = try store.signedDiscount(offerID: id, productID: product.id)
            request.offer = .promotional(discount)
        } else {
            throw NoOffer()
        }
        return request
    }
}

// Refunds, extensions and families.
extension NotificationTrigger {
    func refund() throws(Store.Error) {
        let id = try refundableEntry()
        switch event.type {
        case .refund: try store.refund(id)
        case .refundReversed:
            try store.refund(id)
            try store.reverseRefund(id)
        case .refundDeclined:
            try store.requestRefund(id, reason: .unintendedPurchase)
            try store.decideRefund(of: id, .declined)
        default: try store.requestRefund(id, reason: .unintendedPurchase)
        }
    }

    /// A purchase that the customer may be refunded: a subscription, or else a consumable.
    private func refundableEntry() throws(Store.Error) -> LedgerEntry.ID {
        let products = store.catalog.products
        let product =
            products.first { $0.id == productID }
            ?? products.first { $0.kind == .consumable }
        if let product, product.subscription == nil {
            return try store.buy(PaymentRequest(productID: product.id)).id
        }
        return try subscription().entryID
    }

    func extendRenewal() throws(Store.Error) {
        let identifier = UUID().uuidString.lowercased()
        let subscription = try subscription()
        guard event.type == .renewalExtension else {
            try store.extendRenewalDate(
                of: subscription.id,
                byDays: 1,
                reason: .undeclared,
                requestIdentifier: identifier
            )
            return
        }
        if event.subtype == .failure {
            // A subscription that the store tries to collect payment for cannot be extended.
            try NotificationTrigger(
                store: store,
                event: NotificationEvent(.didFailToRenew),
                productID: subscription.productID
            ).run()
        }
        try store.requestMassExtension(
            ofProduct: subscription.productID,
            byDays: 1,
            reason: .undeclared,
            requestIdentifier: identifier
        )
        try store.performMassExtensions()
    }

    private static let shareableKinds: [CatalogProduct.Kind] = [
        .nonConsumable, .autoRenewableSubscription,
    ]

    /// Lets a member of the customer's family lose what the customer bought.
    func revoke() throws(Store.Error) {
        let product = store.catalog.products.first {
            $0.isFamilyShareable && Self.shareableKinds.contains($0.kind)
                && (productID == nil || $0.id == productID)
        }
        guard let product else { throw unreachable("no product can be shared with a family") }
        let member = try store.acting(forCustomerNamed: "member-\(UUID().uuidString.prefix(8))")
        try member.joinFamily(organizedBy: store.customerID)
        let owns = try store.entries().contains {
            $0.productID == product.id && FamilySharingRule.isShareable($0)
                && FamilySharingRule.isCurrent($0, at: store.clock.now)
        }
        if !owns { try store.buy(PaymentRequest(productID: product.id)) }
        try member.leaveFamily()
    }
}
