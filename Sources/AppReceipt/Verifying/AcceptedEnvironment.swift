/// An environment whose receipts and documents are accepted, with the values that this requires.
///
/// Each signer is valid for its own environment: the trusted roots sign for production and the
/// sandbox, and the certificate of a test environment is valid for that environment alone.
public enum AcceptedEnvironment: Hashable, Sendable {
    /// The App Store; receipts, notifications and app transactions must have this identifier of the
    /// app.
    case production(appAppleIdentifier: Int64)
    /// Apple's sandbox, including TestFlight.
    case sandbox
    /// StoreKit testing in Xcode, signed with this one certificate in DER.
    ///
    /// Xcode saves it by Editor > Save Public Certificate. Its key is on a developer's machine, so
    /// accept it in tests only. It is good for documents of this environment and no other.
    case xcode(certificate: [UInt8])
    /// A local store, below this one root in DER.
    ///
    /// The root is valid for documents of this environment and no other. A store of LocalAppStore
    /// signs the documents that an app would get from the sandbox or from production, so trust its
    /// root in a verifier of its own, and not beside Apple's.
    case localTesting(root: [UInt8])
}

extension AcceptedEnvironment {
    /// The environment as signed documents name it.
    var environment: JWSEnvironment { receiptEnvironment.jwsEnvironment }

    /// The environment of receipts.
    var receiptEnvironment: ReceiptEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        }
    }

    /// The signer of the environment.
    var authority: TrustAnchor.Authority {
        switch self {
        case .production, .sandbox: .trustedRoots
        case .xcode(let certificate): .xcode(certificate)
        case .localTesting(let root): .localRoot(root)
        }
    }

    /// The app's identifier in the App Store, which is required in production.
    var appAppleIdentifier: Int64? {
        if case .production(let identifier) = self { identifier } else { nil }
    }

    /// The certificate of Xcode, in DER.
    var xcodeCertificate: [UInt8]? {
        if case .xcode(let certificate) = self { certificate } else { nil }
    }

    /// The root that the environment brings along; none if it is malformed.
    var rootAnchors: [TrustAnchor] {
        guard case .localTesting(let root) = self else { return [] }
        return TrustAnchor.allOrNone([root], of: authority)
    }

    /// The signer that the environment brings along; none if it is malformed.
    var signerAnchors: [TrustAnchor] {
        TrustAnchor.allOrNone(xcodeCertificate.map { [$0] } ?? [], of: authority)
    }
}
