/// Which offers for a group of subscriptions a customer may still take.
///
/// The App Store decides when it sells; this tells what to show.
public struct OfferEligibility: Equatable, Sendable {
    /// Whether a free trial or an introductory price may be offered: each customer gets one for
    /// each group.
    public let introductory: Bool
    /// Whether a promotional offer may be offered: it is for those who subscribe or once did.
    public let promotional: Bool

    /// Creates an eligibility, for example in a test.
    public init(introductory: Bool, promotional: Bool) {
        self.introductory = introductory
        self.promotional = promotional
    }
}
