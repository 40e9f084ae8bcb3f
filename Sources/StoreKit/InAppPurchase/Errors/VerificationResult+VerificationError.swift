public import Foundation

extension VerificationResult {
    /// The reason why a value is not verified.
    @nonexhaustive
    public enum VerificationError: Error, Equatable, Hashable {
        /// A certificate was revoked.
        case revokedCertificate

        /// The certificates do not lead to a trusted one.
        case invalidCertificateChain

        /// The value was signed for another device.
        case invalidDeviceVerification

        /// The string cannot be decoded.
        case invalidEncoding

        /// The signature does not fit the value.
        case invalidSignature

        /// A required property is missing.
        case missingRequiredProperties
    }
}

extension VerificationResult.VerificationError: LocalizedError, CustomNSError, ListedError {
    /// The failure in a sentence.
    public var errorDescription: String? { "The data of the App Store could not be verified." }

    /// The cause in a sentence.
    public var failureReason: String? {
        switch self {
        case .revokedCertificate: "A certificate was revoked."
        case .invalidCertificateChain: "The certificates do not lead to a trusted one."
        case .invalidDeviceVerification: "The data was signed for another device."
        case .invalidEncoding: "The data could not be decoded."
        case .invalidSignature: "The signature does not match the data."
        case .missingRequiredProperties: "A property of the data is missing."
        }
    }

    /// A suggestion to recover.
    public var recoverySuggestion: String? { "Load the data from the App Store again." }

    /// The position of the case among those declared.
    public var errorCode: Int { position }

    package static var unspecified: Self { .invalidEncoding }

    package static var inOrder: [Self] {
        [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification,
            .invalidEncoding, .invalidSignature, .missingRequiredProperties,
        ]
    }
}
