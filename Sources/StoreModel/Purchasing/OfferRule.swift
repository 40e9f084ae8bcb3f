package import Foundation

/// Decides whether a customer gets the offer that a payment requests.
///
/// Each refusal has an error code of its own, or a reason that names the wrong value.
struct OfferRule {
    package let request: PaymentRequest
    package let product: CatalogProduct
    package let history: PurchaseHistory
    package let signature: OfferSignatureCheck
    package let date: Date

    /// The reason why the offer is refused; `nil` without an offer, or for an eligible customer.
    package var refusal: LedgerEntry.Failure? {
        switch request.offer {
        case nil: nil
        case .promotional(let discount): promotionalRefusal(discount)
        case .code(let name): codeRefusal(name)
        case .winBack(let id): winBackRefusal(id)
        }
    }

    /// The order is inference: mistakes of the developer's server take precedence over the
    /// customer's eligibility.
    private func promotionalRefusal(_ discount: PaymentRequest.Discount) -> LedgerEntry.Failure? {
        if let missing = missingParts(of: discount) { return missing }
        guard let terms = product.subscription else { return noSubscription("promotional") }
        guard let offer = terms.promotionalOffer(withID: discount.offerID) else {
            let known = terms.promotionalOffers.compactMap(\.id)
            return unknown("promotional offer", discount.offerID, among: known)
        }
        return signatureRefusal(discount) ?? priceRefusal(offer, discount.offerID)
            ?? subscriberRefusal(terms)
    }

    private func codeRefusal(_ name: String) -> LedgerEntry.Failure? {
        guard let terms = product.subscription else { return oneTimeRefusal(name) }
        guard let offer = terms.codeOffer(withReferenceName: name) else {
            return unknown("offer code", name, among: terms.codeOffers.compactMap(\.referenceName))
        }
        return priceRefusal(offer, name) ?? redemptionRefusal(name)
            ?? eligibilityRefusal(offer, terms)
    }

    private func oneTimeRefusal(_ name: String) -> LedgerEntry.Failure? {
        guard let offer = product.codeOffer(withReferenceName: name) else {
            return unknown("offer code", name, among: product.codeOffers.map(\.referenceName))
        }
        return quantityRefusal ?? redemptionRefusal(name) ?? ownershipRefusal
            ?? eligibilityRefusal(offer)
    }

    private func winBackRefusal(_ id: String) -> LedgerEntry.Failure? {
        guard let terms = product.subscription else { return noSubscription("win-back") }
        guard let offer = terms.winBackOffer(withID: id) else {
            return unknown("win-back offer", id, among: terms.winBackOffers.compactMap(\.id))
        }
        return priceRefusal(offer, id) ?? formerSubscriberRefusal(terms)
    }
}

// Mistakes in the request.
extension OfferRule {
    /// Apple's documentation of `SKError.missingOfferParams`: a parameter is missing.
    private func missingParts(of discount: PaymentRequest.Discount) -> LedgerEntry.Failure? {
        let missing = [
            (discount.offerID.isEmpty, "identifier"), (discount.keyID.isEmpty, "key identifier"),
            (discount.signature.isEmpty, "signature"), (discount.timestamp <= 0, "timestamp"),
        ].filter(\.0).map(\.1)
        guard !missing.isEmpty else { return nil }
        let reason = "The promotional offer has no \(missing.joined(separator: ", no "))."
        return .init(.missingOfferParameters, reason: reason)
    }

    /// Apple's documentation of offers: only auto-renewable subscriptions have offers other than
    /// code offers.
    private func noSubscription(_ kind: String) -> LedgerEntry.Failure {
        .init(
            .invalidOfferIdentifier,
            reason: "\"\(product.id)\" is not an auto-renewable subscription, so it has no "
                + "\(kind) offers."
        )
    }

    /// Apple's documentation of `SKError.invalidOfferIdentifier`: the offer cannot be found.
    private func unknown(
        _ kind: String,
        _ name: String,
        among names: [String]
    ) -> LedgerEntry.Failure {
        let quoted = names.map { "\"\($0)\"" }
        let known = quoted.isEmpty ? "none" : quoted.joined(separator: ", ")
        return .init(
            .invalidOfferIdentifier,
            reason: "\"\(product.id)\" has no \(kind) \"\(name)\"; it has \(known)."
        )
    }

    /// Apple's documentation of `SKError.invalidSignature`, and of signing promotional offers: the
    /// signature is valid for 24 hours, and its nonce is unique.
    ///
    /// That a nonce is used up by a purchase, and not by a payment that was cancelled or failed, is
    /// inference.
    private func signatureRefusal(_ discount: PaymentRequest.Discount) -> LedgerEntry.Failure? {
        switch signature {
        case .notChecked: return nil
        case .invalid(let reason): return .init(.invalidSignature, reason: reason)
        case .valid:
            guard history.offers.isNonceUsed else { return nil }
            let nonce = discount.nonce.uuidString.lowercased()
            let reason = "The nonce \(nonce) was used for an earlier purchase."
            return .init(.invalidSignature, reason: reason)
        }
    }

    /// That a code is for one unit is inference.
    private var quantityRefusal: LedgerEntry.Failure? {
        guard request.quantity != 1 else { return nil }
        let reason = "The quantity is \(request.quantity); a code is redeemed for 1."
        return .init(.paymentInvalid, reason: reason)
    }

    /// Apple's documentation of `SKError.invalidOfferPrice`: the offer's price is not valid.
    ///
    /// That an offer to be paid needs a price above 0 is inference; a genuine file may have an
    /// empty price, which is decoded as 0.
    private func priceRefusal(_ offer: CatalogOffer, _ name: String) -> LedgerEntry.Failure? {
        guard offer.paymentMode != .freeTrial, offer.price <= 0 else { return nil }
        let reason =
            "The offer \"\(name)\" of \"\(product.id)\" requires a payment and has no price."
        return .init(.invalidOfferPrice, reason: reason)
    }
}

// Eligibility. After a refund the customer isn't new, but didn't pay for the refunded periods. Both
// are inference.
extension OfferRule {
    /// Apple's documentation of promotional offers: they are for current and former subscribers.
    private func subscriberRefusal(_ terms: SubscriptionTerms) -> LedgerEntry.Failure? {
        guard !history.hasSubscribed else { return nil }
        return ineligible(
            "Promotional offers are for present and former subscribers; the customer never "
                + "subscribed in the group \"\(terms.groupID)\"."
        )
    }

    /// Apple's documentation of offer codes: each offer names the kinds of eligible customers.
    ///
    /// That an offer without any kind is for all customers is inference.
    private func eligibilityRefusal(
        _ offer: CatalogOffer,
        _ terms: SubscriptionTerms
    ) -> LedgerEntry.Failure? {
        let customer = history.eligibility(at: date)
        guard !offer.eligibility.isEmpty, !offer.eligibility.contains(customer) else { return nil }
        let kinds = offer.eligibility.map(\.rawValue).sorted().joined(separator: ", ")
        return ineligible(
            "The code is for these subscribers: \(kinds); in the group \"\(terms.groupID)\" the "
                + "customer is \(customer.rawValue)."
        )
    }

    /// Apple's documentation of offer codes: a customer redeems one code of an offer.
    private func redemptionRefusal(_ name: String) -> LedgerEntry.Failure? {
        guard history.offers.hasRedeemedCode else { return nil }
        return ineligible("The customer has redeemed a code of the offer \"\(name)\" already.")
    }

    /// That the code of a product that the customer owns is refused, and not used up, is inference.
    private var ownershipRefusal: LedgerEntry.Failure? {
        guard history.ownedPurchase != nil else { return nil }
        return ineligible("The customer owns \"\(product.id)\" already.")
    }

    /// Apple's documentation of offer codes: each offer names the kinds of eligible customers, by
    /// their purchases in the app.
    ///
    /// That free, refunded and renewed purchases count as well is inference.
    private func eligibilityRefusal(_ offer: OneTimeOffer) -> LedgerEntry.Failure? {
        let customer = OneTimeOffer.Eligibility(
            lastPurchaseDate: history.offers.lastPurchaseDate,
            at: date
        )
        guard !offer.eligibility.isEmpty, !offer.eligibility.contains(customer) else { return nil }
        let kinds = offer.eligibility.map(\.rawValue).sorted().joined(separator: ", ")
        return ineligible(
            "The code is for these customers: \(kinds); the customer is \(customer.rawValue)."
        )
    }

    /// Apple's documentation of win-back offers: they are for customers who paid for a subscription
    /// that has expired, and not for one in billing retry.
    ///
    /// The number of months that a developer can require is not decoded, because no `.storekit`
    /// file with it is known.
    private func formerSubscriberRefusal(_ terms: SubscriptionTerms) -> LedgerEntry.Failure? {
        let group = "the group \"\(terms.groupID)\""
        let start = "Win-back offers are for former paid subscribers; the customer "
        if history.subscription?.nextEventDate != nil {
            let isSubscribed = history.activeSubscription(at: date) != nil
            let state = isSubscribed ? "is subscribed" : "is in billing retry"
            return ineligible(start + "\(state) in \(group).")
        }
        return history.offers.hasPaid ? nil : ineligible(start + "never paid in \(group).")
    }

    private func ineligible(_ reason: String) -> LedgerEntry.Failure {
        .init(.ineligibleForOffer, reason: reason)
    }
}

/// The customer's earlier purchases that decide about an offer, read only for one that needs them.
package struct OfferHistory: Sendable, Equatable {
    /// Whether a purchase was made with the nonce of the promotional offer.
    package var isNonceUsed = false
    /// Whether the customer has redeemed a code of the same offer.
    package var hasRedeemedCode = false
    /// The date of the customer's latest purchase in the app; `nil` also for a subscription's code.
    package var lastPurchaseDate: Date?
    /// Whether the customer ever paid for a period in the product's group.
    package var hasPaid = false

    package init() {}
}
