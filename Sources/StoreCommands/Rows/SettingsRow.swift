import Foundation
package import LocalAppStore
package import StrictJSON

/// The settings of a store, except for notifications.
package struct SettingsRow: Equatable, Sendable {
    /// The settings that have a value, by name.
    package let members: [String: JSONValue]

    package init(of store: Store) throws(StoreError) {
        let settings = try store.settings
        let receipts = try store.receiptSettings
        let members: [String: JSONValue?] = [
            "storefront": .string(settings.storefront),
            "localeIdentifier": .string(settings.localeIdentifier),
            "timeRate": .string("\(settings.timeRate)"),
            "allowsPayments": .bool(settings.allowsPayments),
            "isAskToBuyEnabled": .bool(settings.isAskToBuyEnabled),
            "interruptsPurchases": .bool(settings.interruptsPurchases),
            "failsTransactions": .bool(settings.failsTransactions),
            "failureCode": .number(settings.failureCode),
            "failsRenewals": .bool(settings.failsRenewals),
            "allowsGracePeriod": .bool(settings.allowsGracePeriod),
            "gracePeriodLength": .number(settings.gracePeriodLength.rawValue),
            "disablesDialogs": .bool(settings.disablesDialogs),
            "invitationManagement": .string(settings.invitationManagement.rawValue),
            "bytesPerSecond": .number(try store.downloads.settings.bytesPerSecond),
            "environment": .string(receipts.environment.rawValue),
            "appAppleID": receipts.appleIdentifier.map { .number($0) },
            "sharedSecret": receipts.sharedSecret.map(JSONValue.string),
            "plannedResponse": receipts.plannedResponse.map {
                .members([
                    "status": .number($0.status), "isRetryable": $0.isRetryable.map(JSONValue.bool),
                ])
            },
        ]
        self.members = members.compactMapValues { $0 }
    }

    package var json: JSONValue { .object(members) }
}

extension JSONNode {
    /// Returns a planned response, as its row writes it.
    package func plannedResponse() throws(JSONMismatch) -> ReceiptSettings.PlannedResponse {
        try object(of: "status", "isRetryable")
        return .init(
            status: try self["status"].integer(in: 0...Int(Int32.max)),
            isRetryable: try self["isRetryable"].given?.flag()
        )
    }
}

extension NotificationSettings {
    package var json: JSONValue {
        .members([
            "isRecording": .bool(isRecording),
            "url": url.map { .string($0.absoluteString) },
        ])
    }
}
