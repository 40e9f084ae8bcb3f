import Foundation
import Testing

@testable import StoreModel

@Suite("Consumption reports")
struct ConsumptionReportTests {
    @Test(
        "Each member of version 1 has an error of Apple's",
        arguments: [
            ("customerConsented", "false", .invalidCustomerConsented),
            ("consumptionStatus", "4", .invalidConsumptionStatus),
            ("platform", "3", .invalidPlatform),
            ("sampleContentProvided", "0", .invalidSampleContentProvided),
            ("deliveryStatus", "6", .invalidDeliveryStatus),
            ("deliveryStatus", #""DELIVERED""#, .invalidDeliveryStatus),
            ("appAccountToken", #""ann""#, .invalidAppAccountToken),
            ("accountTenure", "8", .invalidAccountTenure),
            ("playTime", "-1", .invalidPlayTime),
            ("lifetimeDollarsRefunded", "1.5", .invalidLifetimeDollarsRefunded),
            ("lifetimeDollarsPurchased", "null", .invalidLifetimeDollarsPurchased),
            ("userStatus", "5", .invalidUserStatus),
            ("refundPreference", "4", .malformedRequest),
        ] as [(String, String, ServerRequestRefusal)]
    )
    func versionOne(member: String, value: String, refusal: ServerRequestRefusal) throws {
        _ = try ConsumptionReport(.one, json: Data(Self.text(Self.versionOne).utf8))
        var members = Self.versionOne
        members[member] = value
        #expect(throws: refusal) {
            try ConsumptionReport(.one, json: Data(Self.text(members).utf8))
        }
    }

    @Test(
        "Each member of version 2 has an error of Apple's",
        arguments: [
            ("customerConsented", "1", .invalidCustomerConsented),
            ("sampleContentProvided", "null", .invalidSampleContentProvided),
            ("deliveryStatus", "0", .invalidDeliveryStatus),
            ("consumptionPercentage", "100001", .malformedRequest),
            ("refundPreference", #""GRANT""#, .malformedRequest),
        ] as [(String, String, ServerRequestRefusal)]
    )
    func versionTwo(member: String, value: String, refusal: ServerRequestRefusal) throws {
        _ = try ConsumptionReport(.two, json: Data(Self.text(Self.versionTwo).utf8))
        var members = Self.versionTwo
        members[member] = value
        #expect(throws: refusal) {
            try ConsumptionReport(.two, json: Data(Self.text(members).utf8))
        }
    }

    @Test("What may be missing may be missing, and what nobody documents is left out")
    func optionalMembers() throws {
        var members = Self.versionTwo
        members["consumptionPercentage"] = nil
        members["refundPreference"] = "null"
        members["mood"] = #""fine""#
        let report = try ConsumptionReport(.two, json: Data(Self.text(members).utf8))
        #expect(
            report.json == #"{"customerConsented":true,"deliveryStatus":"DELIVERED","#
                + #""sampleContentProvided":false}"#
        )
    }

    @Test(
        "What is no object of JSON is refused",
        arguments: ["", "[]", "7", "{", #"{"a":1,"a":1}"#]
    )
    func malformed(text: String) {
        for version in ConsumptionReport.Version.allCases {
            #expect(throws: ServerRequestRefusal.malformedRequest) {
                try ConsumptionReport(version, json: Data(text.utf8))
            }
        }
    }

    private static func text(_ members: [String: String]) -> String {
        "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    private static let versionOne = [
        "customerConsented": "true", "consumptionStatus": "3", "platform": "1",
        "sampleContentProvided": "true", "deliveryStatus": "0", "appAccountToken": #""""#,
        "accountTenure": "7", "playTime": "0", "lifetimeDollarsRefunded": "1",
        "lifetimeDollarsPurchased": "2", "userStatus": "4", "refundPreference": "3",
    ]
    private static let versionTwo = [
        "customerConsented": "true", "sampleContentProvided": "false",
        "deliveryStatus": #""DELIVERED""#, "consumptionPercentage": "50000",
        "refundPreference": #""GRANT_PRORATED""#,
    ]
}
