/// An error code of the App Store, with the numbers that StoreKit's errors carry.
///
/// Any number is allowed, because real stores return codes that no documentation lists.
public struct FailureCode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: Int

    /// Makes a code from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Something else went wrong.
    public static let unknown = FailureCode(rawValue: 0)
    /// The customer cancelled.
    public static let paymentCancelled = FailureCode(rawValue: 2)
    /// A parameter of the payment is wrong.
    public static let paymentInvalid = FailureCode(rawValue: 3)
    /// This customer may not make payments.
    public static let paymentNotAllowed = FailureCode(rawValue: 4)
    /// The product has no such offer.
    public static let invalidOfferIdentifier = FailureCode(rawValue: 11)
    /// The discount's signature is wrong.
    public static let invalidSignature = FailureCode(rawValue: 12)
    /// The discount lacks a parameter.
    public static let missingOfferParameters = FailureCode(rawValue: 13)
    /// The customer is not eligible for the offer.
    public static let ineligibleForOffer = FailureCode(rawValue: 18)
}
