/// The way in which a subscription is billed.
///
/// The document can contain any string; the known ones are constants here.
public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole period is paid at its start.
    public static let billedUpFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// Every month of a longer commitment is paid.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}
