/// An error code of the App Store, with the raw values of StoreKit's error codes.
///
/// Any number is allowed, because the App Store also returns undocumented codes.
public struct FailureCode: RawRepresentable, Sendable, Hashable {
    /// The code as a number.
    public var rawValue: Int

    /// Makes a code from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let unknown = FailureCode(rawValue: 0)
    package static let paymentCancelled = FailureCode(rawValue: 2)
    package static let paymentInvalid = FailureCode(rawValue: 3)
    package static let paymentNotAllowed = FailureCode(rawValue: 4)
    package static let productNotAvailable = FailureCode(rawValue: 5)
    package static let invalidOfferIdentifier = FailureCode(rawValue: 11)
    package static let invalidSignature = FailureCode(rawValue: 12)
    package static let missingOfferParameters = FailureCode(rawValue: 13)
    package static let invalidOfferPrice = FailureCode(rawValue: 14)
    package static let ineligibleForOffer = FailureCode(rawValue: 18)
}

/// The App Store server's code for a failure.
package enum ServerFailure: Int, Sendable, CaseIterable {
    /// The customer has to complete an action in the App Store before the purchase can continue.
    case interrupted = 3038
    /// The customer already subscribes to the product.
    case alreadySubscribed = 3532
    /// The product is sold without seats.
    ///
    /// This code and the code for fewer seats are ours: Apple's are not known.
    case multiSeatPurchaseDisabled = 3901
    /// The customer has more seats than requested.
    case seatReductionNotAllowed = 3902
}
