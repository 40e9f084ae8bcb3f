public import Foundation

extension StoreServer {
    /// A service that receives the store's notifications, and derives customers' entitlements from
    /// them.
    ///
    /// The server asks it for
    /// `v1/customers/{original transaction identifier}/entitlements?app=…&environment=…`.
    public struct EntitlementService: Sendable, Hashable, CustomStringConvertible {
        /// The address before `v1`.
        public let url: URL
        let key: String

        /// Makes a service.
        ///
        /// Over `http`, the key is sent without encryption.
        ///
        /// - Parameters:
        ///   - url: The address before `v1`: `http` or `https`, a host, and no user, query or
        ///     fragment.
        ///   - key: The reader's key, which the service gets as `Authorization: Bearer`.
        /// - Throws: A ``Problem`` if one of them is unusable.
        public init(url: URL, key: String) throws(Problem) {
            guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
                ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
            else { throw .address("it is not an http or https URL with a host") }
            guard parts.user == nil, parts.password == nil else {
                throw .address("it has a user or a password")
            }
            guard parts.query == nil, parts.fragment == nil else {
                throw .address("it has a query or a fragment")
            }
            guard Self.isToken(key) else { throw .key }
            self.url = url
            self.key = key
        }

        /// The address, without the key.
        public var description: String { url.absoluteString }

        /// Whether a string can be a bearer token (RFC 6750, 2.1).
        private static func isToken(_ text: String) -> Bool {
            !text.isEmpty
                && text.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber) || "-._~+/=".contains($0)
                }
        }

        /// The reason why a service cannot be used.
        public enum Problem: Swift.Error, Equatable, LocalizedError {
            /// The address is unusable.
            case address(String)
            /// The key is empty, or has characters that no bearer token has.
            case key

            /// The problem; it does not contain the key.
            public var errorDescription: String? {
                switch self {
                case .address(let reason):
                    "The address of the entitlement service is unusable: \(reason)."
                case .key:
                    "The key of the entitlement service is empty, or contains characters other than"
                        + " ASCII letters, digits, and - . _ ~ + / =."
                }
            }
        }
    }
}
