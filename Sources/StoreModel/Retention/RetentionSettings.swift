package import Foundation

/// The real-time URLs of the developer's server, one for each environment.
package struct RetentionSettings: Sendable, Equatable, Encodable {
    private var sandboxURL: URL?
    private var productionURL: URL?

    package init() {}

    /// The URL in an environment; Xcode's environment uses the sandbox's URL.
    package subscript(environment: StoreEnvironment) -> URL? {
        get { environment == .production ? productionURL : sandboxURL }
        set {
            if environment == .production {
                productionURL = newValue
            } else {
                sandboxURL = newValue
            }
        }
    }

    /// Returns the URL of a request.
    ///
    /// Apple requires TLS. A local server may use `http`.
    ///
    /// - Throws: `.invalidRealtimeURL` for another string, or one of more than 256 characters.
    package static func url(_ text: String) throws(ServerRequestRefusal) -> URL {
        guard text.unicodeScalars.count <= 256, let url = NotificationSettings.url(text) else {
            throw .invalidRealtimeURL
        }
        return url
    }
}

extension RetentionSettings: Preference {
    package static let preferenceName = "retention"

    package enum CodingKeys: CodingKey {
        case sandboxURL
        case productionURL
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        sandboxURL = try fields.decodeIfPresent(URL.self, forKey: .sandboxURL)
        productionURL = try fields.decodeIfPresent(URL.self, forKey: .productionURL)
    }
}
