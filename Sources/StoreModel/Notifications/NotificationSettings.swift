public import Foundation
import StrictJSON

/// The settings of App Store Server Notifications, stored in the ledger.
public struct NotificationSettings: Sendable, Equatable, Encodable {
    /// Whether notifications are recorded; earlier events are not recorded later.
    public var isRecording = false
    /// The address of the app's server; without one, notifications are recorded and not sent.
    public var url: URL?

    package init() {}

    /// The address of an app's server; `nil` for a string that is not one over HTTP.
    package static func url(_ text: String) -> URL? {
        guard !text.containsNUL, let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { return nil }
        return url
    }
}

extension NotificationSettings: Preference {
    package static let preferenceName = "notifications"

    package enum CodingKeys: CodingKey {
        case isRecording
        case url
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isRecording, into: &isRecording)
        url = try fields.decodeIfPresent(URL.self, forKey: .url)
    }
}
