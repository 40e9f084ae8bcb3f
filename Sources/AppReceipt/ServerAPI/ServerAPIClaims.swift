import Foundation

/// The claims of a token for the App Store Server API (RFC 7519, 4.1, and Apple's `bid`).
struct ServerAPIClaims: JSONMembersCoding {
    static let audience = "appstoreconnect-v1"

    var issuer: String?
    var audience: [String]?
    var bundleIdentifier: String?
    var issuedAt: Date?
    var expiresAt: Date?
    var notBefore: Date?

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("iss", &issuer)
        try members.audience("aud", &audience)
        try members.text("bid", &bundleIdentifier)
        try members.numericDate("iat", &issuedAt)
        try members.numericDate("exp", &expiresAt)
        try members.numericDate("nbf", &notBefore)
    }

    /// Checks a string, byte by byte.
    func check(
        _ claim: String,
        _ value: String?,
        is expected: String
    ) throws(ServerAPIToken.Error) {
        guard let value, value.utf8.elementsEqual(expected.utf8) else {
            throw .unacceptable(claim: claim)
        }
    }

    /// Checks that the token is valid at a date, and not for too long.
    ///
    /// The tokens of Apple's own libraries do not contain the date when they were issued.
    func checkDates(at date: Date) throws(ServerAPIToken.Error) {
        let latest = date + ServerAPIToken.clockTolerance
        let start = issuedAt ?? latest
        guard start >= Date(timeIntervalSince1970: 0), start <= latest else {
            throw .unacceptable(claim: "iat")
        }
        guard let end = expiresAt, end > date, issuedAt == nil || end > start,
            end.timeIntervalSince(start) <= ServerAPIToken.longestValidity
        else { throw .unacceptable(claim: "exp") }
        if let notBefore, notBefore > latest { throw .unacceptable(claim: "nbf") }
    }

    /// Checks that the audience of the token includes the App Store Server API.
    func checkAudience() throws(ServerAPIToken.Error) {
        guard audience?.contains(where: { $0.utf8.elementsEqual(Self.audience.utf8) }) ?? false
        else { throw .unacceptable(claim: "aud") }
    }
}
