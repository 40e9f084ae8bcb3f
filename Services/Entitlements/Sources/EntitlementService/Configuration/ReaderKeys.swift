import Crypto
public import EntitlementModel
import Foundation

/// The keys with which readers ask, each for some apps and environments.
public struct ReaderKeys: Sendable {
    private let readers: [[UInt8]: Reader]

    /// Who asks with a key.
    public struct Reader: Hashable, Sendable {
        /// The name in logs.
        public let name: String
        public let scopes: Set<PurchaseScope>
        /// Whether the reader may see the metrics.
        public let seesMetrics: Bool

        public init(name: String, scopes: Set<PurchaseScope>, seesMetrics: Bool = false) {
            self.name = name
            self.scopes = scopes
            self.seesMetrics = seesMetrics
        }
    }

    /// - Parameter readers: The readers by the SHA-256 digests of their keys.
    public init(_ readers: [[UInt8]: Reader]) {
        self.readers = readers
    }

    /// The digest by which a key is known.
    public static func digest(of key: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(key.utf8)))
    }

    /// The reader with a key; `nil` if nobody has it.
    ///
    /// Digests are looked up, so that the time of an answer tells nothing about a key.
    func reader(with key: some StringProtocol) -> Reader? {
        readers[Self.digest(of: String(key))]
    }
}
