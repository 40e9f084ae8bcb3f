import Foundation

@testable import AppReceipt

extension EntitlementCase {
    /// A document is judged at 1767229200.
    static let dates: [EntitlementCase] =
        [
            .init("issued a minute ahead", nil) { $0.payload["iat"] = "1767229260" },
            .init("issued more than a minute ahead", "inFuture") {
                $0.payload["iat"] = "1767229261"
            },
            .init("iat a part of a second too late", "inFuture") {
                $0.payload["iat"] = "1767229260.5"
            },
            .init("issued long ago", nil) { $0.payload["iat"] = "0" },
            .init("expired now", "expired") { $0.payload["exp"] = "1767229200" },
            .init("expired a part of a second ago", "expired") {
                $0.payload["exp"] = "1767229199.9"
            },
            .init("expires in a part of a second", nil) { $0.payload["exp"] = "1767229200.5" },
            .init("exp with an exponent", nil) { $0.payload["exp"] = "1.8e9" },
            .init("expires when it is issued", "noValidity") { $0.payload["exp"] = "1767225600" },
            .init("expires before it is issued", "noValidity") {
                $0.payload["exp"] = "1767225599"
            },
            .init("in milliseconds", "iat") {
                $0.payload["iat"] = "1767225600000"
                $0.payload["exp"] = "1767830400000"
            },
            .init("exp in milliseconds", "exp") { $0.payload["exp"] = "1767830400000" },
            .init("expires when the years end", nil) { $0.payload["exp"] = "253402300799" },
        ]
        + ["iat", "exp"].flatMap { member in
            wrong(
                member,
                ["null", "true", #""1767225600""#, "[1767225600]", "-1", "1e400", "253402300800"]
            ) { $0.payload[member] = $1 }
        }

    static let entitlements: [EntitlementCase] =
        [
            .init("nothing to use", nil) { $0.otherList = "[]" },
            .init("no list", "entitlements") { $0.otherList = "null" },
            .init("an object instead of a list", "entitlements") { $0.otherList = "{}" },
            .init("a text instead of an entitlement", "entitlements[0]") {
                $0.otherList = #"["pro"]"#
            },
            .init("null instead of an entitlement", "entitlements[0]") { $0.otherList = "[null]" },
            .init("granted twice", "malformed content") {
                $0.otherList = #"[{"granted":false,"granted":true}]"#
            },
            .init("an unknown member", nil) { $0.entitlement["members"] = "1" },
            .init("seats", nil) { $0.entitlement["seats"] = "12" },
            .init("null instead of seats and a role", nil) {
                $0.entitlement["seats"] = "null"
                $0.entitlement["role"] = "null"
            },
            .init("an unknown role", nil) { $0.entitlement["role"] = #""guest""# },
            .init("an unknown state", nil) { $0.entitlement["state"] = #""paused""# },
            .init("a grant", nil) { $0.setSource(#""grant""#) },
            .init("an unknown source of a purchase", nil) {
                $0.entitlement["source"] = #""family""#
            },
            .init("null instead of a source and a purchase", "entitlements[0].productId") {
                $0.setSource("null")
            },
            .init("a grant with an odd product", "entitlements[0].productId") {
                $0.setSource(#""grant""#)
                $0.entitlement["productId"] = "1"
            },
            .init("no end", nil) { $0.entitlement["until"] = "null" },
            .init("an end with milliseconds", nil) {
                $0.entitlement["until"] = #""2026-01-31T00:00:00.123Z""#
            },
        ]
        + wrong("granted", [#""true""#, "1", "null"])
        + wrong("name", [#""""#, "null", "1", #""pro\u0000""#])
        + wrong("productId", [#""""#, "null", "1"])
        + wrong("originalTransactionId", [#""""#, "null", "2000000123456789"])
        + wrong("state", [#""""#, "null", "1"])
        + wrong(
            "seats",
            ["-1", "1.0", "1e1", #""1""#, "9223372036854775808", "true"],
            isOptional: true
        )
        + wrong("role", [#""""#, "1", #""member\u0000""#], isOptional: true)
        + wrong("source", [#""""#, "1", #""grant\u0000""#], isOptional: true)
        + wrong(
            "until",
            [
                #""""#, "1769817600", #""2026-01-31""#, #""2026-01-31T00:00:00""#,
                #""2026-01-31T00:00:00+00:00""#, #""2026-02-29T00:00:00Z""#,
                #""2026-01-31t00:00:00z""#, #""2026-01-31T00:00:00Z ""#, "false",
            ]
        )

    /// The rows of a member of an entitlement.
    private static func wrong(
        _ member: String,
        _ values: [String],
        isOptional: Bool = false
    ) -> [EntitlementCase] {
        wrong("entitlements[0].\(member)", values, isOptional: isOptional) {
            $0.entitlement[member] = $1
        }
    }

    /// The rows of a member that has a wrong value, or is missing.
    static func wrong(
        _ path: String,
        _ values: [String],
        isOptional: Bool = false,
        _ set: @escaping @Sendable (inout EntitlementTemplate, String?) -> Void
    ) -> [EntitlementCase] {
        let missing = EntitlementCase("no \(path)", isOptional ? nil : path) { set(&$0, nil) }
        return [missing]
            + values.map { value in EntitlementCase("\(path) \(value)", path) { set(&$0, value) } }
    }
}

extension EntitlementTemplate {
    /// Sets a source, in JSON, instead of a purchase.
    fileprivate mutating func setSource(_ source: String) {
        entitlement["productId"] = nil
        entitlement["originalTransactionId"] = nil
        entitlement["source"] = source
    }
}
