/// The kind of an offer.
///
/// The document can have any number; the known ones are constants here.
public struct OfferType: RawRepresentable, Hashable, Sendable {
    /// The number in the document.
    public let rawValue: Int64

    /// Makes a value of the number in a document.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// An introductory offer.
    public static let introductory = OfferType(rawValue: 1)
    /// A promotional offer.
    public static let promotional = OfferType(rawValue: 2)
    /// An offer code.
    public static let code = OfferType(rawValue: 3)
    /// A win-back offer.
    public static let winBack = OfferType(rawValue: 4)
}
