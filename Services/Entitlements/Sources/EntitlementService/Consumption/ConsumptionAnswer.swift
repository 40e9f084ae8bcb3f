import EntitlementModel

/// The response to a consumption request, by the members of Apple's `ConsumptionRequest`.
///
/// A value implies the customer's consent.
package struct ConsumptionAnswer: Hashable, Sendable {
    package let deliveryStatus: DeliveryStatus
    package let sampleContentProvided: Bool
    /// The decision that the team prefers; `nil` for none.
    package let refundPreference: RefundPreference?
    /// How much of the purchase was used, in thousandths of a percent; `nil` if it is unknown.
    package let consumptionPercentage: Int64?

    package enum DeliveryStatus: String, CaseIterable, Sendable {
        case delivered = "DELIVERED"
        case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
        case wrongItem = "UNDELIVERED_WRONG_ITEM"
        case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
        case otherIssue = "UNDELIVERED_OTHER"
    }

    package enum RefundPreference: String, CaseIterable, Sendable {
        case decline = "DECLINE"
        case grantFull = "GRANT_FULL"
        case grantProrated = "GRANT_PRORATED"
    }

    /// The members as files and requests contain them.
    struct Members: Decodable {
        static let names = [
            "deliveryStatus", "sampleContentProvided", "refundPreference", "consumptionPercentage",
        ]

        let deliveryStatus: String?
        let sampleContentProvided: Bool?
        let refundPreference: String?
        /// Decoding a fraction as an integer would throw an error that doesn't name the member.
        let consumptionPercentage: Double?
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - customerConsented: Whether the customer consented.
    /// - Throws: The first invalid member.
    init(_ members: Members, customerConsented: Bool?) throws(ConfigurationError) {
        guard customerConsented == true else {
            throw ConfigurationError(
                "`customerConsented` must be true. Without the customer's consent, "
                    + "no answer may be sent."
            )
        }
        guard
            let status = try Self.name(members.deliveryStatus, "deliveryStatus") as DeliveryStatus?
        else { throw ConfigurationError("`deliveryStatus` is missing.") }
        guard let sample = members.sampleContentProvided else {
            throw ConfigurationError("`sampleContentProvided` is missing.")
        }
        let percentage = members.consumptionPercentage
        guard percentage.map({ (0...100_000).contains($0) && $0.rounded() == $0 }) ?? true else {
            throw ConfigurationError(
                "`consumptionPercentage` must be an integer from 0 to 100000, in thousandths of a "
                    + "percent."
            )
        }
        deliveryStatus = status
        sampleContentProvided = sample
        refundPreference = try Self.name(members.refundPreference, "refundPreference")
        consumptionPercentage = percentage.map { Int64($0) }
    }

    private static func name<Name: RawRepresentable & CaseIterable>(
        _ text: String?,
        _ member: String
    ) throws(ConfigurationError) -> Name? where Name.RawValue == String {
        guard let text else { return nil }
        guard let name = Name(rawValue: text) else {
            let names = Name.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw ConfigurationError("`\(member)` must be one of \(names).")
        }
        return name
    }

    /// The body of *Send Consumption Information*; equal answers have equal bodies.
    var json: String {
        let members = [
            "\"customerConsented\":true", "\"deliveryStatus\":\"\(deliveryStatus.rawValue)\"",
            "\"sampleContentProvided\":\(sampleContentProvided)",
            refundPreference.map { "\"refundPreference\":\"\($0.rawValue)\"" },
            consumptionPercentage.map { "\"consumptionPercentage\":\($0)" },
        ]
        return "{\(members.compactMap { $0 }.joined(separator: ","))}"
    }
}

/// The answers in the apps file, for requests that the team leaves open.
package struct ConsumptionRule: Hashable, Sendable {
    /// The answers by product.
    let answers: [String: ConsumptionAnswer]
    /// The time in which the team may answer first, in milliseconds.
    let delay: Milliseconds
}
