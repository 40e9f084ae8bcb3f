import AppReceipt
import Foundation
import StoreModel

// Changes of product, and offers.
extension NotificationTrigger {
    /// Changes the product, with an offer if the notification is about one.
    func changeProduct(isDowngrade: Bool) throws {
        let changes = try changes(isDowngrade: isDowngrade)
        guard !changes.isEmpty else {
            throw unreachable("it requires a group with products of two levels")
        }
        for change in changes {
            guard let request = try payment(for: change.to) else { continue }
            let subscription = try subscribed(to: change.from)
            if isDowngrade, subscription.renewalProductID != change.from.id {
                // A downgrade to the product may be scheduled already.
                try buy(change.from.id)
            }
            try buy(request)
            return
        }
        throw unreachable("no product to change to has an offer for this subscriber")
    }

    func takeBackDowngrade() throws {
        let scheduled = try store.subscriptions.all().first { subscription in
            subscription.status == .subscribed
                && subscription.renewalProductID != subscription.productID
                && isWanted(subscription.productID)
        }
        if let scheduled {
            try buy(scheduled.productID)
            return
        }
        let changes = try changes(isDowngrade: true)
        guard let change = changes.first(where: { isWanted($0.from.id) }) else {
            throw unreachable("it requires a group with products of two levels")
        }
        if try subscribed(to: change.from).renewalProductID == change.from.id {
            try buy(change.to.id)
        }
        try buy(change.from.id)
    }

    private typealias Change = (from: CatalogProduct, to: CatalogProduct)

    /// The possible changes between products of one group with different levels: those from where
    /// the customer is first, those that end another subscription last.
    private func changes(isDowngrade: Bool) throws -> [Change] {
        let active = try store.subscriptions.all().filter { $0.nextEventDate != nil }
        let products = store.catalog.products.filter { $0.subscription != nil }
        let changes = products.flatMap { from in
            products.filter { to in
                to.subscription?.groupID == from.subscription?.groupID
                    && (isDowngrade ? to.level > from.level : to.level < from.level)
                    && (isWanted(from.id) || isWanted(to.id))
            }
            .map { (from, $0) }
        }
        func rank(_ change: Change) -> Int {
            let present = active.first { $0.groupID == change.from.subscription?.groupID }
            guard let present else { return 1 }
            return present.productID == change.from.id ? 0 : 2
        }
        return (0...2).flatMap { number in changes.filter { rank($0) == number } }
    }

    /// The payment that changes to a product; `nil` if it requires an offer and the product has
    /// none.
    private func payment(for product: CatalogProduct) throws -> PaymentRequest? {
        event.type == .offerRedeemed
            ? try offer(of: product) : PaymentRequest(productID: product.id)
    }

    /// Redeems an offer for the current product.
    func redeem() throws {
        let active = Set(
            try store.subscriptions.all().filter { $0.nextEventDate != nil }.map(\.productID)
        )
        for product in products.filter({ active.contains($0.id) })
            + products.filter({ !active.contains($0.id) })
        {
            guard let request = try offer(of: product) else { continue }
            try subscribed(to: product)
            try buy(request)
            return
        }
        throw unreachable("no product has an offer for this subscriber")
    }

    /// A payment with an offer for subscribers: an offer code or a promotional offer.
    private func offer(of product: CatalogProduct) throws -> PaymentRequest? {
        guard let terms = product.subscription else { return nil }
        let redeemed = try store.entries()
            .filter { $0.productID == product.id && [.purchased, .scheduled].contains($0.state) }
            .compactMap(\.requestedOffer?.codeName)
        let code = terms.codeOffers.first { offer in
            (offer.eligibility.isEmpty || offer.eligibility.contains(.existing)) && offer.hasPrice
                && offer.referenceName.map(redeemed.contains) == false
        }
        var request = PaymentRequest(productID: product.id, isMadeOutsideApp: true)
        if let name = code?.referenceName {
            request.offer = .code(referenceName: name)
            return request
        }
        // Without a key that can sign, promotional offers are not available.
        guard let id = terms.promotionalOffers.first(where: \.hasPrice)?.id,
            let discount = try? store.signedDiscount(offerID: id, productID: product.id)
        else { return nil }
        request.offer = .promotional(discount)
        return request
    }
}

extension CatalogProduct {
    fileprivate var level: Int { subscription?.level ?? 0 }
}

extension CatalogOffer {
    /// Whether the offer is free, or has a price to be paid.
    fileprivate var hasPrice: Bool { paymentMode == .freeTrial || price > 0 }
}

extension PaymentRequest.Offer {
    fileprivate var codeName: String? {
        if case .code(let name) = self { name } else { nil }
    }
}
