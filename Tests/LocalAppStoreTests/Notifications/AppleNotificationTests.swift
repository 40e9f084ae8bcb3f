import AppReceipt
import Foundation
import LocalAppStore
import TestSupport
import Testing

/// Every notification, as Apple's server library reads it.
///
/// `Scripts/check.sh` runs it with a Python that has the library.
@Suite(
    "Apple's library and notifications",
    .timeLimit(.minutes(10)),
    .enabled(if: AppleLibrary.python != nil, "APPLE_CLIENT_PYTHON is not set.")
)
struct AppleNotificationTests {
    /// The names with a type or a subtype that the library has no constant for.
    private static let unknown = [
        "DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY", "DID_CHANGE_RENEWAL_PREF.DECREASE_QUANTITY",
        "REFUND.SEATS", "EXTERNAL_PURCHASE_TOKEN.CREATED",
        "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER", "UNCLAIM_SEATS",
    ]

    @Test("Every notification is decoded, unknown names as they are")
    func everyNotification() async throws {
        var documents: [String: String] = [:]
        // In the second catalog products can be shared with a family, in the first are offers.
        let shops = [try Store.make(.offers()), try Store.make(.family)]
        for event in Store.Notifications.events {
            let store = event == NotificationEvent("REVOKE") ? shops[1] : shops[0]
            try store.notifications.updateSettings { $0.url = URL(string: "http://127.0.0.1:1/") }
            let customer = try store.customers.acting(addingIfNeeded: event.description)
            let records = try (event == NotificationEvent("REVOKE") ? store : customer)
                .notifications.trigger(event)
            let last = try #require(records.last).notification
            documents[event.description] =
                try store.notifications.signed(last).compactSerialization
        }
        let roots = try shops.map { Data(try $0.signedTransactionRootCertificate) }
        // Stores in memory have one key.
        #expect(roots[0] == roots[1])
        let run = try await AppleLibrary.run(
            "notifications.py",
            facts: [
                "bundleID": shops[0].app.bundleIdentifier, "root": roots[0].base64EncodedString(),
                "notifications": documents, "unknown": Self.unknown,
            ]
        )
        #expect(run.status == 0, "\(run.output)")
    }
}
