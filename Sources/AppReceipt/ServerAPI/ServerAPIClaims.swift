import Foundation

/// The claims of a token for the App Store Server API (RFC 7519, 4.1, and Apple's `bid`).
struct ServerAPIClaims: JSONMembersCoding {
    static let audience = "appstoreconnect-v1"

    var issuer: String?
    var audience: String?
    var bundleIdentifier: String?
    /// In seconds since 1970, as the other dates.
    var issuedAt: Int64?
    var expiresAt: Int64?
    var notBefore: Int64?

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("iss", &issuer)
        try members.text("aud", &audience)
        try members.text("bid", &bundleIdentifier)
        try members.integer("iat", &issuedAt)
        try members.integer("exp", &expiresAt)
        try members.integer("nbf", &notBefore)
    }

    /// Checks a text, byte by byte.
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
    /// The tokens of Apple's own libraries do not say when they were issued.
    func checkDates(at date: Date) throws(ServerAPIToken.Error) {
        let now = date.timeIntervalSince1970
        let latest = now + ServerAPIToken.clockTolerance
        // Where a number is rounded, it is far from all dates.
        let start = issuedAt.map(Double.init) ?? latest
        guard 0...latest ~= start else { throw .unacceptable(claim: "iat") }
        guard let end = expiresAt.map(Double.init), end > now, issuedAt == nil || end > start,
            end - start <= ServerAPIToken.longestValidity
        else { throw .unacceptable(claim: "exp") }
        if let notBefore = notBefore.map(Double.init), notBefore > latest {
            throw .unacceptable(claim: "nbf")
        }
    }

    /// A date in whole seconds since 1970; `nil` if it has no such number.
    static func seconds(_ date: Date) -> Int64? {
        Int64(exactly: date.timeIntervalSince1970.rounded(.down))
    }
}
