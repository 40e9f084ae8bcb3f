/// The way in which an offer is paid.
///
/// The document can contain any string; the known ones are constants here.
public struct OfferDiscountType: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The period is free.
    public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
    /// Each billing period has its price.
    public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
    /// The whole period is paid at its start.
    public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
    /// A product is paid once at a lower price.
    public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")
}
