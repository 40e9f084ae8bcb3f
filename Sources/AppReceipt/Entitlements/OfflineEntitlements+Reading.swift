import Foundation
package import StrictJSON

// Every known member except seats is required, with a value as it is written. Other members are
// ignored. An entitlement with a source needs no purchase.
extension OfflineEntitlements {
    init(_ payload: JSONNode) throws(JSONMismatch) {
        self.init(
            issuedAt: try payload["iat"].numericDate(),
            expiresAt: try payload["exp"].numericDate(),
            bundleIdentifier: try payload["app"].plainText(),
            environment: JWSEnvironment(rawValue: try payload["environment"].plainText()),
            customer: try payload["customer"].plainText(),
            entitlements: try Entitlement.list(in: payload)
        )
    }
}

extension OfflineEntitlements.Entitlement {
    /// The entitlements in a payload or in the response of a server.
    package static func list(in object: JSONNode) throws(JSONMismatch) -> [Self] {
        var entitlements: [Self] = []
        for node in try object["entitlements"].elements() { entitlements.append(try Self(node)) }
        return entitlements
    }

    private init(_ node: JSONNode) throws(JSONMismatch) {
        let node = try node.object()
        // A missing end must not be taken for none.
        let until = node["until"]
        let source = node["source"].present
        self.init(
            name: try node["name"].plainText(),
            productIdentifier: try node["productId"].required(if: source == nil)?.plainText(),
            originalTransactionIdentifier: try node["originalTransactionId"]
                .required(if: source == nil)?.plainText(),
            state: State(rawValue: try node["state"].plainText()),
            isGranted: try node["granted"].flag(),
            until: until.isNull ? nil : try until.dateInUTC(),
            seats: try node["seats"].present?
                .integer(in: 0...Int.max, expected: "a number of seats"),
            role: (try node["role"].present?.plainText()).map(Role.init),
            source: (try source?.plainText()).map(Source.init)
        )
    }
}

extension JSONNode {
    /// The last second of the year 9999.
    private static let lastSecond = 253_402_300_799.0

    /// Returns a date in seconds since 1970, with or without a fraction (RFC 7519, 2).
    fileprivate func numericDate() throws(JSONMismatch) -> Date {
        guard let seconds = try? number(), (0...Self.lastSecond).contains(seconds) else {
            throw mismatch(expected: "a number of seconds since 1970")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Returns a date in UTC as RFC 3339 has it.
    fileprivate func dateInUTC() throws(JSONMismatch) -> Date {
        guard case .string(let text) = value, text.utf8.last == UInt8(ascii: "Z"),
            let date = Date(rfc3339: text)
        else { throw mismatch(expected: "null or a date in UTC such as 2026-01-31T00:00:00Z") }
        return date
    }
}
