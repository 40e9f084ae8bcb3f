import Crypto
package import EntitlementModel
import Foundation

/// The API keys of readers, each for some apps and environments.
package struct ReaderKeys: Sendable {
    private let readers: [[UInt8]: Reader]

    /// The owner of a key.
    package struct Reader: Hashable, Sendable {
        /// The name in logs.
        package let name: String
        package let scopes: Set<PurchaseScope>
        /// Whether the reader may see the metrics.
        package let seesMetrics: Bool
        /// Whether the reader may call the routes that write.
        package let mayWrite: Bool
        /// Whether the reader may use the page.
        package let isAdmin: Bool

        package init(
            name: String,
            scopes: Set<PurchaseScope>,
            seesMetrics: Bool = false,
            mayWrite: Bool = false,
            isAdmin: Bool = false
        ) {
            self.name = name
            self.scopes = scopes
            self.seesMetrics = seesMetrics
            self.mayWrite = mayWrite
            self.isAdmin = isAdmin
        }
    }

    /// - Parameter readers: The readers by the SHA-256 digests of their keys.
    package init(_ readers: [[UInt8]: Reader]) {
        self.readers = readers
    }

    /// The digest that identifies a key.
    package static func digest(of key: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(key.utf8)))
    }

    /// The reader with a key; `nil` if it is unknown.
    ///
    /// The look-up compares digests, so that response times reveal nothing about a key.
    func reader(with key: some StringProtocol) -> Reader? {
        readers[Self.digest(of: String(key))]
    }
}
