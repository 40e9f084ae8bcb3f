package import AppReceipt
import EntitlementModel
import Foundation

/// Signs the entitlements of a customer, for apps that are offline.
package struct EntitlementSigner: Sendable {
    private let key: EntitlementSigningKey
    /// The validity of a document, in milliseconds.
    private let validity: Milliseconds

    /// - Parameters:
    ///   - key: The key that signs.
    ///   - hours: The validity of a document, in hours.
    package init(key: EntitlementSigningKey, hours: Int) {
        self.key = key
        validity = Milliseconds(hours) * 3_600_000
    }

    /// The public key, for verification in an app.
    var publicKey: EntitlementPublicKey { key.publicKey }

    func sign(
        _ answer: EntitlementReader.Answer,
        for customer: ScopedCustomer
    ) throws -> String {
        let content = OfflineEntitlements(
            issuedAt: answer.now.date,
            expiresAt: (answer.now + validity).date,
            bundleIdentifier: customer.scope.app,
            environment: JWSEnvironment(rawValue: customer.scope.environment.rawValue),
            customer: customer.id.description,
            entitlements: answer.entitlements
        )
        return try SignedOfflineEntitlements(signing: content, with: key).compactSerialization
    }
}
