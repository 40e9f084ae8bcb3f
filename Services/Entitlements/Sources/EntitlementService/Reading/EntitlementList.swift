import EntitlementModel
import Foundation

/// Entitlements as JSON, in the one form that answers, events and comparisons have.
struct EntitlementList: Hashable, Sendable {
    let entitlements: [Entitlement]

    init(_ entitlements: [Entitlement]) {
        self.entitlements = entitlements
    }

    /// A JSON array.
    var json: String {
        "[" + entitlements.map(Self.json).joined(separator: ",") + "]"
    }

    private static func json(_ entitlement: Entitlement) -> String {
        let until = entitlement.until.map { JSONText.quoted($0.text) } ?? "null"
        return """
            {"name":\(JSONText.quoted(entitlement.name)),\
            "productId":\(JSONText.quoted(entitlement.productID)),\
            "originalTransactionId":\(JSONText.quoted(entitlement.originalTransactionID)),\
            "state":\(JSONText.quoted(entitlement.state.rawValue)),\
            "granted":\(entitlement.isGranted),"until":\(until)}
            """
    }

    /// What happened from one list in JSON to another one.
    static func change(
        from former: String,
        to present: [Entitlement]
    ) -> EntitlementEvent.EventType {
        let decoded = try? JSONDecoder().decode([GrantedName].self, from: Data(former.utf8))
        let before = Set((decoded ?? []).filter(\.granted).map(\.name))
        let after = Set(present.filter(\.isGranted).map(\.name))
        if !after.subtracting(before).isEmpty { return .granted }
        return before.subtracting(after).isEmpty ? .changed : .revoked
    }

    private struct GrantedName: Decodable {
        let name: String
        let granted: Bool
    }
}
