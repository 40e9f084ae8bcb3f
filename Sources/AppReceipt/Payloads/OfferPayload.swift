/// A payload with the members of an offer.
protocol OfferPayload {
    var offerType: OfferType? { get set }
    var offerIdentifier: String? { get set }
    var offerDiscountType: OfferDiscountType? { get set }
    var offerPeriod: String? { get set }
}

extension OfferPayload {
    mutating func codeOffer(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.numbered("offerType", &offerType)
        try members.text("offerIdentifier", &offerIdentifier)
        try members.named("offerDiscountType", &offerDiscountType)
        try members.text("offerPeriod", &offerPeriod)
    }
}
