import Foundation
package import LocalAppStore
package import StrictJSON

/// The settings of a store, except those of its notifications.
package struct SettingsRow: Equatable, Sendable {
    private let settings: StoreSettings
    private let receipts: ReceiptSettings
    private let downloads: DownloadSettings

    package init(of store: Store) throws(StoreError) {
        settings = try store.settings
        receipts = try store.receiptSettings
        downloads = try store.downloads.settings
    }

    package var json: JSONValue { .object(members) }

    /// The settings that have a value, by name.
    package var members: [String: JSONValue] {
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
            "bytesPerSecond": .number(downloads.bytesPerSecond),
            "environment": .string(receipts.environment.rawValue),
            "appAppleID": receipts.appleIdentifier.map { .number($0) },
            "sharedSecret": receipts.sharedSecret.map(JSONValue.string),
            "plannedResponse": receipts.plannedResponse?.json,
        ]
        return members.compactMapValues { $0 }
    }
}

extension ReceiptSettings.PlannedResponse {
    fileprivate var json: JSONValue {
        .members(["status": .number(status), "isRetryable": isRetryable.map(JSONValue.bool)])
    }
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
