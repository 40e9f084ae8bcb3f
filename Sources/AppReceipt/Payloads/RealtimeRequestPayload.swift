public import Foundation

/// The payload of a request for a retention message, which Apple names
/// `DecodedRealtimeRequestBody`.
///
/// The App Store sends it to the developer's server when a customer may cancel a subscription.
public struct RealtimeRequestPayload: JWSPayload {
    /// The identifier of the subscription's first transaction.
    public var originalTransactionIdentifier: String?
    /// The app's identifier in the App Store, in every environment.
    public var appAppleIdentifier: Int64?
    /// The product of the subscription.
    public var productIdentifier: String?
    /// The customer's locale, such as `en-US`.
    public var userLocale: String?
    /// The identifier of the request.
    public var requestIdentifier: UUID?
    /// The environment.
    public var environment: JWSEnvironment?
    /// The date when the request was signed.
    public var signedDate: Date?

    /// Makes a payload in which nothing is set.
    public init() {}

    /// The decoding and encoding of the payload.
    public static let coding = JWSPayloadCoding<Self>(
        ownMembers: ["userLocale"],
        signingDates: ["signedDate"]
    )
}

extension RealtimeRequestPayload: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("originalTransactionId", .text, &originalTransactionIdentifier)
        try members.code("appAppleId", .integer, &appAppleIdentifier)
        try members.code("productId", .text, &productIdentifier)
        try members.code("userLocale", .text, &userLocale)
        try members.code("requestIdentifier", .uuid, &requestIdentifier)
        try members.code("environment", .named, &environment)
        try members.code("signedDate", .date, &signedDate)
    }
}
