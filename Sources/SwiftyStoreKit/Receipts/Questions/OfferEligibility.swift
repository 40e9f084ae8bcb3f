/// Which offers for a group of subscriptions a customer may still take.
///
/// The App Store decides when it sells; this tells what to show.
public struct OfferEligibility: Equatable, Sendable {
    /// Whether a free trial or an introductory price may be offered: each customer gets one for each group.
    public let introductory: Bool
    /// Whether a promotional offer may be offered: it is for those who subscribe or once did.
    public let promotional: Bool

    /// Creates an eligibility, for example in a test.
    public init(introductory: Bool, promotional: Bool) {
        self.introductory = introductory
        self.promotional = promotional
    }
}

extension OfferEligibility {
    /// What a family member bought is no past of this customer.
    init(_ items: [ReceiptItem]) {
        let own = items.filter {
            $0.ownership != .familyShared && $0.subscriptionExpirationDate != nil
        }
        introductory = !own.contains { $0.isTrialPeriod || $0.isInIntroOfferPeriod }
        promotional = !own.isEmpty
    }
}
