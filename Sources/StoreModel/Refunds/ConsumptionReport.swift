package import Foundation
import StrictJSON

/// A developer's report about a purchase whose refund was requested.
///
/// It is the body of the request *Send consumption information* of Apple's server API.
package struct ConsumptionReport: Sendable, Equatable {
    package let version: Version
    private let values: [String: String]

    package enum Version: Int, Sendable, CaseIterable {
        /// With the customer's history as ranges.
        case one = 1
        /// With the delivery and the consumption.
        case two = 2
    }

    /// Reads the body of a request; members that Apple does not document are left out.
    ///
    /// - Throws: The first refusal, in the order of the members of Apple's documentation.
    package init(_ version: Version, json: Data) throws(ServerRequestRefusal) {
        guard String(data: json, encoding: .utf8) != nil,
            case .object(let object)? = try? JSONParser.parse([UInt8](json))
        else { throw .malformedRequest }
        var values: [String: String] = [:]
        for member in ConsumptionMember.all(of: version) {
            guard let value = object[member.name], value != .null else {
                if member.isRequired { throw member.refusal }
                continue
            }
            guard let literal = member.literal(of: value) else { throw member.refusal }
            values[member.name] = literal
        }
        self.version = version
        self.values = values
    }

    /// The report as a JSON object, whose members are sorted by their names.
    package var json: String {
        let members = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return "{\(members.joined(separator: ","))}"
    }
}

/// A member of a report, and which values it may have.
private struct ConsumptionMember {
    let name: String
    let refusal: ServerRequestRefusal
    let isRequired: Bool
    private let values: Values

    private enum Values {
        case flags([Bool])
        case numbers(ClosedRange<Int>)
        case names([String])
        /// A UUID or an empty string.
        case token
    }

    private init(
        _ name: String,
        _ values: Values,
        _ refusal: ServerRequestRefusal,
        isRequired: Bool = true
    ) {
        (self.name, self.values, self.refusal) = (name, values, refusal)
        self.isRequired = isRequired
    }

    static func all(of version: ConsumptionReport.Version) -> [ConsumptionMember] {
        switch version {
        case .one: versionOne
        case .two: versionTwo
        }
    }

    // Source: Apple's documentation of `ConsumptionRequestV1`.
    private static let versionOne = [
        Self("customerConsented", .flags([true]), .invalidCustomerConsented),
        Self("consumptionStatus", .numbers(0...3), .invalidConsumptionStatus),
        Self("platform", .numbers(0...2), .invalidPlatform),
        Self(
            "sampleContentProvided",
            .flags([false, true]),
            .invalidSampleContentProvided
        ),
        Self("deliveryStatus", .numbers(0...5), .invalidDeliveryStatus),
        Self("appAccountToken", .token, .invalidAppAccountToken),
        Self("accountTenure", .numbers(0...7), .invalidAccountTenure),
        Self("playTime", .numbers(0...7), .invalidPlayTime),
        Self("lifetimeDollarsRefunded", .numbers(0...7), .invalidLifetimeDollarsRefunded),
        Self("lifetimeDollarsPurchased", .numbers(0...7), .invalidLifetimeDollarsPurchased),
        Self("userStatus", .numbers(0...4), .invalidUserStatus),
        Self("refundPreference", .numbers(0...3), .malformedRequest, isRequired: false),
    ]

    // Source: Apple's documentation of `ConsumptionRequest`. A percentage is in thousandths.
    private static let versionTwo = [
        Self("customerConsented", .flags([true]), .invalidCustomerConsented),
        Self(
            "sampleContentProvided",
            .flags([false, true]),
            .invalidSampleContentProvided
        ),
        Self(
            "deliveryStatus",
            .names([
                "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM",
                "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
            ]),
            .invalidDeliveryStatus
        ),
        Self(
            "consumptionPercentage",
            .numbers(0...100_000),
            .malformedRequest,
            isRequired: false
        ),
        Self(
            "refundPreference",
            .names(["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]),
            .malformedRequest,
            isRequired: false
        ),
    ]

    /// The value in JSON; `nil` if the member may not have it.
    ///
    /// None of the valid strings needs an escape.
    func literal(of value: JSONValue) -> String? {
        switch (values, value) {
        case (.flags(let flags), .bool(let flag)): flags.contains(flag) ? "\(flag)" : nil
        case (.numbers(let range), .number(let text)):
            Int(text).flatMap { range.contains($0) ? "\($0)" : nil }
        case (.names(let names), .string(let text)): names.contains(text) ? "\"\(text)\"" : nil
        case (.token, .string(let text)):
            text.isEmpty
                ? "\"\"" : UUID(uuidString: text).map { "\"\($0.uuidString.lowercased())\"" }
        default: nil
        }
    }
}
