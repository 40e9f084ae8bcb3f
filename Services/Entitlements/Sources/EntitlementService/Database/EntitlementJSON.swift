import AppReceipt
import EntitlementModel
import Foundation

/// Entitlements as JSON, in the same form for responses, signed documents, events and comparisons.
struct EntitlementJSON: Hashable, Sendable {
    /// The object `{"entitlements":[…]}`.
    let text: String

    init(text: String) {
        self.text = text
    }

    init(_ entitlements: [Entitlement]) throws(SignedOfflineEntitlements.Error) {
        text = String(decoding: try OfflineEntitlements.json(of: entitlements), as: UTF8.self)
    }

    /// The list alone.
    var list: String { String(text.dropFirst("{\"entitlements\":".utf8.count).dropLast()) }

    /// The change from an earlier list to this one.
    func change(from former: EntitlementJSON) -> EntitlementEvent.EventType {
        if self == former { return .unchanged }
        let before = former.grantedNames, after = grantedNames
        if !after.subtracting(before).isEmpty { return .granted }
        return before.subtracting(after).isEmpty ? .changed : .revoked
    }

    private var grantedNames: Set<String> {
        let list = try? JSONDecoder().decode(List.self, from: Data(text.utf8))
        return Set((list?.entitlements ?? []).filter(\.granted).map(\.name))
    }

    private struct List: Decodable {
        let entitlements: [Member]

        struct Member: Decodable {
            let name: String
            let granted: Bool
        }
    }
}
