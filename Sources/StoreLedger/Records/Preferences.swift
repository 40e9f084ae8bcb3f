package import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    /// The stored value; fields that are not stored have the values of the default.
    package func preference<Value: Preference>(default value: Value) throws -> Value {
        try preference(Value.preferenceName, default: value)
    }

    /// The value that is stored for the customer alone.
    func customerPreference<Value: Preference>(default value: Value) throws -> Value {
        try preference(Value.preferenceName(for: customerID), default: value)
    }

    private func preference<Value: Preference>(
        _ name: String,
        default value: Value
    ) throws -> Value {
        let sql = "SELECT name, value FROM preference WHERE name = ?"
        let stored = try rows(sql, of: "preference", key: "name", [name]) { row -> Value in
            let text: String = try row.value("value")
            // An empty string means no value.
            guard !text.isEmpty else { return value }
            guard let stored = try? value.updated(with: JSONText(text)) else {
                throw row.damage("value", expected: "an object of JSON with the usual fields")
            }
            return stored
        }
        return stored.first ?? value
    }
}

extension LedgerWriter {
    package func save<Value: Preference>(_ value: Value) throws {
        try setPreference(Value.preferenceName, to: try JSONText(value).text)
    }

    /// Changes a stored value.
    package func update<Value: Preference>(
        default value: Value,
        _ update: (inout Value) -> Void
    ) throws {
        var value = try reader.preference(default: value)
        update(&value)
        try save(value)
    }

    /// Stores a value for the customer alone.
    package func saveForCustomer<Value: Preference>(_ value: Value) throws {
        try setPreference(Value.preferenceName(for: customerID), to: try JSONText(value).text)
    }

    /// Resets the settings to a new store's settings in the same environment.
    package func resetSettings(at date: Date) throws {
        try setPreference(StoreSettings.preferenceName, to: nil)
        try setPreference(DownloadSettings.preferenceName, to: nil)
        let settings = try reader.receiptSettings()
        guard settings != settings.reset else { return }
        try save(settings.reset)
        try renewExistingReceipts(at: date)
    }
}

extension LedgerReader {
    /// The stored settings, or the catalog's if none are stored.
    package func settings(default settings: StoreSettings) throws -> StoreSettings {
        try preference(default: settings)
    }

    package func notificationSettings() throws -> NotificationSettings {
        try preference(default: NotificationSettings())
    }
}
