// What is wrong with a payment, with the reason that a developer needs.
extension PurchaseRule {
    var unknownProduct: Outcome {
        .failed(
            .paymentInvalid,
            because: "The catalog has no product \"\(request.productID)\"."
        )
    }

    /// Apple allows 1 to 10 of what can be bought again, and one of what can only be owned.
    func quantityRefusal(_ product: CatalogProduct) -> Outcome? {
        switch product.kind {
        case .consumable, .nonRenewingSubscription:
            guard !(1...10).contains(request.quantity) else { return nil }
            return .failed(
                .paymentInvalid,
                because: "The quantity is \(request.quantity); the store sells 1 to 10 at once."
            )
        case .nonConsumable, .autoRenewableSubscription:
            guard request.quantity != 1 else { return nil }
            return .failed(
                .paymentInvalid,
                because:
                    "The quantity is \(request.quantity); \"\(product.id)\" is owned, not used up, "
                    + "so only 1 is sold."
            )
        }
    }

    func offerRefusal(_ product: CatalogProduct) -> Outcome? {
        guard let discount = request.discount else { return nil }
        let missing = discount.missingParts
        guard missing.isEmpty else {
            return .failed(
                .missingOfferParameters,
                because: "The promotional offer has no \(missing.joined(separator: ", no "))."
            )
        }
        guard let subscription = product.subscription else {
            return .failed(
                .invalidOfferIdentifier,
                because: "\"\(product.id)\" is no auto-renewable subscription, so it has no offers."
            )
        }
        guard subscription.promotionalOffer(withID: discount.offerID) != nil else {
            return .failed(
                .invalidOfferIdentifier,
                because: "\"\(product.id)\" has no promotional offer \"\(discount.offerID)\"; "
                    + "it has \(subscription.promotionalOfferNames)."
            )
        }
        guard holdings.latestSubscription == nil else { return nil }
        return .failed(
            .ineligibleForOffer,
            because:
                "Promotional offers are for present and former subscribers; the customer never "
                + "subscribed in the group \"\(subscription.groupID)\"."
        )
    }
}

extension PaymentRequest.Discount {
    /// The parts of a signed offer that are not there.
    fileprivate var missingParts: [String] {
        [
            (offerID.isEmpty, "identifier"), (keyID.isEmpty, "key identifier"),
            (signature.isEmpty, "signature"), (timestamp <= 0, "timestamp"),
        ].filter(\.0).map(\.1)
    }
}

extension SubscriptionTerms {
    fileprivate var promotionalOfferNames: String {
        let names = promotionalOffers.compactMap(\.id).map { "\"\($0)\"" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
