import Foundation
import Testing

@testable import AppReceipt

@Suite struct OfferRequestJWSTests {
    typealias Request = OfferRequestJWS.Request
    private let key: PromotionalOfferKey

    init() throws {
        key = try .make()
    }

    private func verify(
        _ request: OfferRequestJWS,
        issuer: ClaimRequirement<String> = .unchecked,
        app: String = "com.example.app",
        product: ClaimRequirement<String> = .equals("yearly"),
        at date: Date = .signing
    ) throws(OfferRequestJWS.Error) -> Request {
        try request.verify(
            with: key,
            issuerIdentifier: issuer,
            bundleIdentifier: app,
            productIdentifier: product,
            at: date
        )
    }

    /// A token with any claims, signed with the key.
    private func token(_ claims: String, header: String? = nil) throws -> OfferRequestJWS {
        let header = header ?? #"{"alg":"ES256","kid":"A2E1039F","typ":"JWT"}"#
        let bytes = try CompactJWS.sign(
            encodedHeader: Base64Coding.encodeURL(Array(header.utf8)),
            payload: Array(claims.utf8),
            with: key.key
        )
        return OfferRequestJWS(String(decoding: bytes, as: UTF8.self))
    }

    private static let offers: [OfferRequestJWS.Offer] = [
        .promotional(
            productIdentifier: "yearly",
            offerIdentifier: "winter",
            transactionIdentifier: "1000"
        ),
        .promotional(productIdentifier: "yearly", offerIdentifier: "winter"),
        .introductory(
            productIdentifier: "yearly",
            isAllowed: true,
            transactionIdentifier: "1000"
        ),
        .introductory(
            productIdentifier: "yearly",
            isAllowed: false,
            transactionIdentifier: "1000"
        ),
    ]

    @Test(arguments: offers)
    func `A request verifies with its key`(offer: OfferRequestJWS.Offer) throws {
        let request = Request.make(offer)
        let signed = try OfferRequestJWS(signing: request, with: key)
        #expect(try verify(OfferRequestJWS(signed.compactSerialization)) == request)
    }

    @Test func `The claims are those of Apple's documentation`() throws {
        let signed = try OfferRequestJWS(signing: .make(Self.offers[0]), with: key)
        let parts = signed.compactSerialization.split(separator: ".").map { part in
            Base64Coding.url.decode(Array(part.utf8)[...]).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(parts[0] == #"{"alg":"ES256","kid":"A2E1039F","typ":"JWT"}"#)
        let claims =
            #"{"aud":"promotional-offer","bid":"com.example.app","iat":1709294400,"#
            + #""iss":"issuer","nonce":"6f9619ff-8b86-d011-b42d-00c04fc964ff","#
            + #""offerIdentifier":"winter","productId":"yearly","transactionId":"1000"}"#
        #expect(parts[1] == claims)
    }

    /// Made by the signature creators of Apple's app-store-server-library 3.1.2 (PyPI).
    private static let requestsOfApplesLibrary = [
        """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkEyRTEwMzlGIiwidHlwIjoiSldUIn0.eyJwcm9kdWN0SWQiOiJ5\
        ZWFybHkiLCJvZmZlcklkZW50aWZpZXIiOiJ3aW50ZXIiLCJ0cmFuc2FjdGlvbklkIjoiMTAwMCIsImJp\
        ZCI6ImNvbS5leGFtcGxlLmFwcCIsImlzcyI6Ijk5YjE2NjI4LTE1ZTQtNDY2OC05NzJiLWVlZmY1NWVl\
        ZmY1NSIsImF1ZCI6InByb21vdGlvbmFsLW9mZmVyIiwiaWF0IjoxNzk1MzQ2MTgxLCJub25jZSI6ImRk\
        YTM0MjkwLTNlMmYtNDdhYS1hMjAzLWM3MzAyOTlmNTYwZCJ9.Ps2O8BSnHOjSCWV6JkM9DGb_WIjHEPc\
        OYJV9dbuqMHDOUfn32mLuKp6HH1QQSiXrtWrUB_E8FGlKUwmLtMAVWg
        """,
        """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkEyRTEwMzlGIiwidHlwIjoiSldUIn0.eyJwcm9kdWN0SWQiOiJ5\
        ZWFybHkiLCJvZmZlcklkZW50aWZpZXIiOiJ3aW50ZXIiLCJiaWQiOiJjb20uZXhhbXBsZS5hcHAiLCJp\
        c3MiOiI5OWIxNjYyOC0xNWU0LTQ2NjgtOTcyYi1lZWZmNTVlZWZmNTUiLCJhdWQiOiJwcm9tb3Rpb25h\
        bC1vZmZlciIsImlhdCI6MTc5NTM0NjE4MSwibm9uY2UiOiI0OWQ3NTA3Yi03ZWRjLTQyYzAtYmZhNy1m\
        YTFlMTRmZTAzNDMifQ.MbPXaHb-mp5unBt0z-umARU2j7cpmhTASGx7J8jNbhHCp8BEtwBs_SbzoX_6W\
        BSjYcYd9GyUSSlYZCeMLjAQcw
        """,
        """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkEyRTEwMzlGIiwidHlwIjoiSldUIn0.eyJwcm9kdWN0SWQiOiJ5\
        ZWFybHkiLCJhbGxvd0ludHJvZHVjdG9yeU9mZmVyIjp0cnVlLCJ0cmFuc2FjdGlvbklkIjoiMTAwMCIs\
        ImJpZCI6ImNvbS5leGFtcGxlLmFwcCIsImlzcyI6Ijk5YjE2NjI4LTE1ZTQtNDY2OC05NzJiLWVlZmY1\
        NWVlZmY1NSIsImF1ZCI6ImludHJvZHVjdG9yeS1vZmZlci1lbGlnaWJpbGl0eSIsImlhdCI6MTc5NTM0\
        NjE4MSwibm9uY2UiOiJmYmIxNDdiZS05ZGU0LTQ5NTYtOGM0YS0yNTY4NmY1MWZiNzQifQ.4WzPRj4r4\
        CCrpw2z8NUjm0-8Ny2zoWv1xvWTIhAEJINX-gArxQ2yPEoAEkm5hxGQeyD03jKormWrfxVb3GR42Q
        """,
    ]

    @Test(arguments: zip(requestsOfApplesLibrary, offers))
    func `A request of Apple's server library verifies`(
        text: String,
        offer: OfferRequestJWS.Offer
    ) throws {
        let date = Date(timeIntervalSince1970: 1_795_346_181)
        let request = try verify(OfferRequestJWS(text), at: date)
        #expect(request.offer == offer)
        #expect(request.issuerIdentifier == "99b16628-15e4-4668-972b-eeff55eeff55")
        #expect(request.signingDate == date)
    }

    @Test func `A request is valid for 24 hours`() throws {
        let signed = try OfferRequestJWS(signing: .make(Self.offers[0]), with: key)
        let end = Date.signing + OfferRequestJWS.validity
        _ = try verify(signed, at: end)
        #expect(throws: OfferRequestJWS.Error.tooOld(.signing, now: end + 1)) {
            try verify(signed, at: end + 1)
        }
        let early = Date.signing - OfferRequestJWS.clockTolerance
        _ = try verify(signed, at: early)
        #expect(throws: OfferRequestJWS.Error.inFuture(.signing, now: early - 1)) {
            try verify(signed, at: early - 1)
        }
    }

    @Test(
        arguments: [
            ("exp", "1709294401", nil), ("exp", "1709294400.5", nil),
            ("exp", "1709294400", .expired(.signing, now: .signing)),
            ("exp", "-1", .expired(Date(timeIntervalSince1970: -1), now: .signing)),
            ("nbf", "1709294460", nil),
            ("nbf", "1709294461", .inFuture(.signing + 61, now: .signing)),
            ("iat", "1709294399.75", nil),
        ] as [(String, String, OfferRequestJWS.Error?)]
    )
    func `A date in the claims is judged, also one with a fraction`(
        claim: String,
        value: String,
        expected: OfferRequestJWS.Error?
    ) throws {
        var claims = Self.claims
        claims[claim] = value
        let request = try token(json(claims))
        do throws(OfferRequestJWS.Error) {
            _ = try verify(request)
            #expect(expected == nil)
        } catch {
            #expect(error == expected)
        }
    }

    @Test func `A request of another issuer is refused`() throws {
        let signed = try OfferRequestJWS(signing: .make(Self.offers[0]), with: key)
        _ = try verify(signed, issuer: .equals("issuer"))
        #expect(throws: OfferRequestJWS.Error.otherIssuer("issuer")) {
            try verify(signed, issuer: .equals("Issuer"))
        }
    }

    @Test(arguments: [#""typ":"JWS""#, #""typ":1"#, #""x":"JWT""#])
    func `A token of another type is no request`(type: String) throws {
        let header = #"{"alg":"ES256","kid":"A2E1039F",\#(type)}"#
        let request = try token(json(Self.claims), header: header)
        #expect(throws: OfferRequestJWS.Error.otherType) { try verify(request) }
    }

    @Test func `A request of another app, product or key is refused`() throws {
        let signed = try OfferRequestJWS(signing: .make(Self.offers[0]), with: key)
        #expect(throws: OfferRequestJWS.Error.otherApp("com.example.app", expected: "x")) {
            try verify(signed, app: "x")
        }
        #expect(throws: OfferRequestJWS.Error.otherProduct("yearly")) {
            try verify(signed, product: .isOne(of: ["monthly"]))
        }
        let other = try OfferRequestJWS(
            signing: .make(Self.offers[0]),
            with: .make(id: "OTHER")
        )
        #expect(throws: OfferRequestJWS.Error.otherKey(id: "OTHER", expected: "A2E1039F")) {
            try verify(other)
        }
        let forged = try OfferRequestJWS(
            signing: .make(Self.offers[0]),
            with: PromotionalOfferKey(id: "A2E1039F")
        )
        #expect(brokenRule(forged) == .signature)
    }

    @Test(arguments: [
        (#"{"alg":"none","kid":"A2E1039F"}"#, JWSRefusal.Rule.algorithm),
        (#"{"alg":"HS256","kid":"A2E1039F"}"#, .algorithm),
        (#"{"alg":"ES256","kid":"A2E1039F","crit":["exp"]}"#, .header),
        (#"{"alg":"ES256","kid":"A2E1039F","kid":"A2E1039F"}"#, .header),
    ])
    func `A header that offers no ES256 is refused`(
        header: String,
        rule: JWSRefusal.Rule
    ) throws {
        let claims = #"{"aud":"promotional-offer"}"#
        #expect(brokenRule(try token(claims, header: header)) == rule)
    }

    @Test func `A request without a key identifier is refused`() throws {
        let request = try token("{}", header: #"{"alg":"ES256","typ":"JWT"}"#)
        #expect(throws: OfferRequestJWS.Error.otherKey(id: nil, expected: "A2E1039F")) {
            try verify(request)
        }
    }

    private static let claims = [
        "aud": #""promotional-offer""#, "bid": #""com.example.app""#, "iat": "1709294400",
        "iss": #""issuer""#, "nonce": #""6f9619ff-8b86-d011-b42d-00c04fc964ff""#,
        "offerIdentifier": #""winter""#, "productId": #""yearly""#,
    ]

    @Test(
        arguments: [
            ("aud", nil), ("aud", #""appstoreconnect-v1""#),
            ("aud", #""introductory-offer-eligibility""#),
            ("aud", #"["promotional-offer","introductory-offer-eligibility"]"#), ("aud", "[]"),
            ("aud", #"[["promotional-offer"]]"#), ("bid", nil), ("iat", nil), ("iat", "1e400"),
            ("exp", #""1709294401""#), ("nbf", "true"),
            ("iat", #""1709294400""#),
            ("iss", nil), ("nonce", nil), ("nonce", #""1""#), ("offerIdentifier", nil),
            ("productId", nil), ("productId", "1"),
        ] as [(String, String?)]
    )
    func `A request without a claim, or with a wrong one, is refused`(
        claim: String,
        value: String?
    ) throws {
        var claims = Self.claims
        _ = try verify(token(json(claims)))
        claims[claim] = value
        #expect(brokenRule(try token(json(claims))) == .content)
    }

    @Test func `The audience may be a list of one`() throws {
        var claims = Self.claims
        claims["aud"] = #"["promotional-offer"]"#
        _ = try verify(token(json(claims)))
    }

    @Test func `A claim twice is refused`() throws {
        let twice = #"{"productId":"monthly",\#(json(Self.claims).dropFirst())"#
        #expect(brokenRule(try token(twice)) == .content)
    }

    private func json(_ claims: [String: String]) -> String {
        "{\(claims.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ","))}"
    }

    private func brokenRule(_ request: OfferRequestJWS) -> JWSRefusal.Rule? {
        do throws(OfferRequestJWS.Error) {
            _ = try verify(request)
            return nil
        } catch {
            guard case .malformed(let refusal) = error else { return nil }
            return refusal.rule
        }
    }

    @Test func `A request with a date that is none is not signed`() throws {
        let request = Request.make(Self.offers[0], at: Date(timeIntervalSince1970: .nan))
        #expect(
            throws: OfferRequestJWS.Error.unrepresentable(
                member: "iat",
                expected: "a number of seconds since 1970"
            )
        ) { try OfferRequestJWS(signing: request, with: key) }
    }
}

extension OfferRequestJWS.Request {
    static func make(_ offer: OfferRequestJWS.Offer, at date: Date = .signing) -> Self {
        Self(
            bundleIdentifier: "com.example.app",
            issuerIdentifier: "issuer",
            offer: offer,
            nonce: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF") ?? UUID(),
            signingDate: date
        )
    }
}
