public import Foundation

extension SigningIdentity {
    /// Why there is no identity.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// A number of certificates other than three was given.
        case certificateCount(Int)
        /// The certificate at this place is none.
        case malformedCertificate(index: Int)
        /// The private key is no RSA key of 2048 bits at least, or not the one of the signer's
        /// certificate.
        case unusableKey
        /// A key or certificate cannot be made.
        case making(detail: String)
    }
}

extension SigningIdentity.Error: LocalizedError {
    /// A sentence that names what is wrong.
    public var errorDescription: String? {
        switch self {
        case .certificateCount(let count):
            "A signing identity has three certificates, not \(count)"
        case .malformedCertificate(let index):
            "The certificate at index \(index) is malformed"
        case .unusableKey:
            "The private key is not the RSA key of the signer's certificate"
        case .making(let detail):
            "A signing identity cannot be made: \(detail)"
        }
    }
}
