import AppReceipt
package import AsyncHTTPClient
package import EntitlementModel
import Foundation

extension Settings {
    /// The key for the App Store Server API.
    func serverAPIKey() throws -> ServerAPIKey {
        let issuer = try text(.apiIssuerID)
        guard let issuerID = UUID(uuidString: issuer) else {
            throw ConfigurationError("\(Setting.apiIssuerID.rawValue) must be a UUID.")
        }
        return try ServerAPIKey(
            pemRepresentation: String(decoding: try file(.apiKey), as: UTF8.self),
            id: try text(.apiKeyID),
            issuerID: issuerID
        )
    }

    /// The client for the App Store Server API.
    package func appStoreServerClient(
        for scope: PurchaseScope,
        client: HTTPClient
    ) throws -> AppStoreServerClient {
        let key = try serverAPIKey()
        return AppStoreServerClient(scope: scope, url: try url(.apiURL), key: key, client: client)
    }
}
