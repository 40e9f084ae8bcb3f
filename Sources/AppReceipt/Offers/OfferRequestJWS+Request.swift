public import Foundation

extension OfferRequestJWS {
    /// The signed request.
    public struct Request: Hashable, Sendable {
        /// The app's bundle identifier.
        public var bundleIdentifier: String
        /// The identifier of the issuer of the key, from App Store Connect.
        public var issuerIdentifier: String
        /// The offer that is requested.
        public var offer: Offer
        /// The value that makes a request good for one purchase; it is signed in lower case.
        public var nonce: UUID
        /// The date when the request is signed, to the second.
        public var signingDate: Date

        /// Makes a request, by default with a new nonce.
        public init(
            bundleIdentifier: String,
            issuerIdentifier: String,
            offer: Offer,
            nonce: UUID = UUID(),
            signingDate: Date
        ) {
            self.bundleIdentifier = bundleIdentifier
            self.issuerIdentifier = issuerIdentifier
            self.offer = offer
            self.nonce = nonce
            self.signingDate = signingDate
        }
    }

    /// The offer that is requested.
    public enum Offer: Hashable, Sendable {
        /// A promotional offer of a subscription.
        ///
        /// The transaction is any one of the customer, or the customer's app transaction; Apple
        /// recommends it.
        case promotional(
            productIdentifier: String,
            offerIdentifier: String,
            transactionIdentifier: String? = nil
        )
        /// Whether the customer of a transaction may have the introductory offer.
        case introductory(
            productIdentifier: String,
            isAllowed: Bool,
            transactionIdentifier: String
        )

        /// The product of the offer.
        public var productIdentifier: String {
            switch self {
            case .promotional(let product, _, _), .introductory(let product, _, _): product
            }
        }
    }
}

/// The claims of a request.
struct OfferRequestClaims: JSONMembersCoding {
    private static let promotional = "promotional-offer"
    private static let introductory = "introductory-offer-eligibility"

    private var token = TokenClaims()
    var nonce: UUID?
    var productIdentifier: String?
    var offerIdentifier: String?
    var isAllowed: Bool?
    var transactionIdentifier: String?

    init() {}

    init(_ request: OfferRequestJWS.Request) {
        token.issuer = request.issuerIdentifier
        token.bundleIdentifier = request.bundleIdentifier
        token.issuedAt = request.signingDate
        nonce = request.nonce
        switch request.offer {
        case .promotional(let product, let offer, let transaction):
            token.audience = [Self.promotional]
            (productIdentifier, offerIdentifier) = (product, offer)
            transactionIdentifier = transaction
        case .introductory(let product, let isAllowed, let transaction):
            token.audience = [Self.introductory]
            (productIdentifier, self.isAllowed) = (product, isAllowed)
            transactionIdentifier = transaction
        }
    }

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try token.code(with: &members)
        try members.code("nonce", .uuid, &nonce)
        try members.code("productId", .text, &productIdentifier)
        try members.code("offerIdentifier", .text, &offerIdentifier)
        try members.code("allowIntroductoryOffer", .flag, &isAllowed)
        try members.code("transactionId", .text, &transactionIdentifier)
    }

    /// Checks that a request is valid at a date.
    func checkDates(at date: Date) throws(OfferRequestJWS.Error) {
        let latest = date + OfferRequestJWS.clockTolerance
        for start in [token.issuedAt, token.notBefore].compactMap({ $0 }) where start > latest {
            throw .inFuture(start, now: date)
        }
        if let start = token.issuedAt, date.timeIntervalSince(start) > OfferRequestJWS.validity {
            throw .tooOld(start, now: date)
        }
        if let end = token.expiresAt, end <= date { throw .expired(end, now: date) }
    }

    func request() throws(JWSRefusal) -> OfferRequestJWS.Request {
        guard let issuer = token.issuer, let bundleIdentifier = token.bundleIdentifier,
            let nonce, let issuedAt = token.issuedAt
        else { throw .init(rule: .content, reason: "iss, bid, nonce or iat is missing") }
        return OfferRequestJWS.Request(
            bundleIdentifier: bundleIdentifier,
            issuerIdentifier: issuer,
            offer: try offer(),
            nonce: nonce,
            signingDate: issuedAt
        )
    }

    private func offer() throws(JWSRefusal) -> OfferRequestJWS.Offer {
        // A token for two uses together would be valid for neither.
        let use = token.audience?.count == 1 ? token.audience?.first : nil
        switch (use, productIdentifier, offerIdentifier, isAllowed, transactionIdentifier) {
        case (Self.promotional, let product?, let offer?, _, let transaction):
            return .promotional(
                productIdentifier: product,
                offerIdentifier: offer,
                transactionIdentifier: transaction
            )
        case (Self.introductory, let product?, _, let isAllowed?, let transaction?):
            return .introductory(
                productIdentifier: product,
                isAllowed: isAllowed,
                transactionIdentifier: transaction
            )
        default:
            throw .init(rule: .content, reason: "the claims are not those of an offer")
        }
    }
}
