import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Compares the members of payloads with those that Apple documents, in both directions.
@Suite struct PayloadMemberTests {
    /// Members with a property that Apple does not document.
    private static let additional: [String: Set<String>] = [
        // Every other kind of document has it, so a later version may.
        "AppTransaction": ["signedDate"],
        // All other subjects name the app and the environment.
        "responseBodyV2DecodedPayload": [
            "unclaimInfo.appAppleId", "unclaimInfo.bundleId", "unclaimInfo.environment",
        ],
    ]

    /// Objects whose members the payload does not interpret.
    private static let opaque: Set = ["advancedCommerceInfo"]

    private static let documents = [
        "JWSTransaction", "JWSRenewalInfo", "AppTransaction", "DecodedRealtimeRequestBody",
        "responseBodyV2DecodedPayload",
    ]

    @Test(arguments: documents)
    func `A payload has the members that Apple documents, and no others`(document: String) throws {
        switch document {
        case "JWSTransaction": try compare(TransactionPayload.makeFull(), document)
        case "JWSRenewalInfo": try compare(RenewalInfoPayload.makeFull(), document)
        case "DecodedRealtimeRequestBody":
            try compare(RealtimeRequestPayload.make(), document)
        case "AppTransaction":
            var payload = AppTransactionPayload.makeFull()
            payload.signedDate = payload.creationDate
            try compare(payload, document)
        default:
            let issuer = try JWSChain.good.get().issuer()
            try compare(try NotificationPayload.makeFull(issuer), document)
        }
    }

    private func compare(_ payload: some JWSPayload, _ document: String) throws {
        #expect(unset(in: payload).isEmpty)
        let json = try payload.json
        let written = try AppleMembers.paths(in: json, opaque: Self.opaque)
        let documented = try #require(try AppleMembers.all()[document])
        let additional = Self.additional[document] ?? []
        #expect(written.subtracting(documented) == additional, "written, but not documented")
        #expect(documented.subtracting(written).isEmpty, "documented, but not written")
        #expect(try type(of: payload).init(json: json) == payload)
    }

    /// The paths of the properties without a value.
    private func unset(in value: Any, at place: String = "") -> [String] {
        Mirror(reflecting: value).children.flatMap { child -> [String] in
            let path = "\(place).\(child.label ?? "")"
            let mirror = Mirror(reflecting: child.value)
            guard mirror.displayStyle == .optional else {
                return mirror.displayStyle == .struct ? unset(in: child.value, at: path) : []
            }
            guard let wrapped = mirror.children.first?.value else { return [path] }
            return unset(in: wrapped, at: path)
        }
    }
}
