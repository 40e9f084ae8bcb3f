import AppReceipt
import Foundation
import StoreModel

// Changes of product, and offers.
extension NotificationTrigger {
    /// Changes the product of a subscription, or redeems an offer, by a payment of a subscriber.
    func changeProduct() throws(StoreError) {
        switch event.subtype {
        case .upgrade: try change(.upgrade)
        case .downgrade: try change(.downgrade)
        default: try event.type == .offerRedeemed ? redeem() : takeBackDowngrade()
        }
    }

    private enum Direction {
        case upgrade
        case downgrade
    }

    /// A change between two products of one group with different levels.
    private struct Change {
        let from: CatalogProduct
        let to: CatalogProduct
    }

    private func change(_ direction: Direction) throws(StoreError) {
        let changes = try changes(direction)
        guard !changes.isEmpty else {
            throw unreachable("it requires a group with products of two levels")
        }
        for change in changes {
            guard let request = try payment(for: change.to) else { continue }
            let subscription = try subscription(to: change.from)
            if direction == .downgrade, subscription.renewalProductID != change.from.id {
                // A downgrade to the product may be scheduled already.
                try buy(PaymentRequest(productID: change.from.id))
            }
            try buy(request)
            return
        }
        throw unreachable("no product to change to has an offer for this subscriber")
    }

    private func takeBackDowngrade() throws(StoreError) {
        let scheduled = try store.subscriptions.all().first { subscription in
            subscription.status == .subscribed
                && subscription.renewalProductID != subscription.productID
                && (productID == nil || subscription.productID == productID)
        }
        if let scheduled {
            try buy(PaymentRequest(productID: scheduled.productID))
            return
        }
        let named = try changes(.downgrade).first { productID == nil || $0.from.id == productID }
        guard let change = named else {
            throw unreachable("it requires a group with products of two levels")
        }
        let subscription = try subscription(to: change.from)
        if subscription.renewalProductID == change.from.id {
            try buy(PaymentRequest(productID: change.to.id))
        }
        try buy(PaymentRequest(productID: change.from.id))
    }

    /// The changes that are possible, those from where the customer is first, and those that end
    /// another subscription last.
    private func changes(_ direction: Direction) throws(StoreError) -> [Change] {
        let active = try store.subscriptions.all().filter { $0.nextEventDate != nil }
        let products = store.catalog.products.filter { $0.subscription != nil }
        let changes = products.flatMap { from in
            products.filter { to in
                to.subscription?.groupID == from.subscription?.groupID
                    && (direction == .upgrade ? to.level < from.level : to.level > from.level)
                    && (productID == nil || [from.id, to.id].contains(productID))
            }
            .map { Change(from: from, to: $0) }
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
    private func payment(for product: CatalogProduct) throws(StoreError) -> PaymentRequest? {
        event.type == .offerRedeemed
            ? try offer(of: product) : PaymentRequest(productID: product.id)
    }

    /// Redeems an offer for the current product.
    private func redeem() throws(StoreError) {
        let active = Set(
            try store.subscriptions.all().filter { $0.nextEventDate != nil }.map(\.productID)
        )
        let products = store.catalog.products.filter { productID == nil || $0.id == productID }
        let ordered =
            products.filter { active.contains($0.id) } + products.filter { !active.contains($0.id) }
        for product in ordered {
            guard let request = try offer(of: product) else { continue }
            _ = try subscription(to: product)
            try buy(request)
            return
        }
        throw unreachable("no product has an offer for this subscriber")
    }

    /// A payment with an offer for subscribers: that of a code, or a promotional one.
    private func offer(of product: CatalogProduct) throws(StoreError) -> PaymentRequest? {
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
