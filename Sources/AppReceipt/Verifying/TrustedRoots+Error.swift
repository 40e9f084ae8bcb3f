public import Foundation

extension TrustedRoots {
    /// Why certificates cannot be trusted.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The octets at this place of the list are no X.509 certificate in DER.
        case notACertificate(index: Int, detail: String)
    }
}

extension TrustedRoots.Error: LocalizedError {
    /// A sentence that names what is wrong and where.
    public var errorDescription: String? {
        switch self {
        case .notACertificate(let index, let detail):
            "The root at index \(index) is no certificate in DER: \(detail)"
        }
    }
}
