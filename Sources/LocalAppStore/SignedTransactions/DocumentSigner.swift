import AppReceipt
import Foundation
import StoreLedger
import StoreModel

/// Signs documents as JWS with the store's keys.
///
/// Its members block for files, key generation and signatures.
final class DocumentSigner: Sendable {
    /// The folder of the keys; `nil` for a ledger in memory.
    private let folder: PrivateFolder?
    private let issuers = Locked<[Key: JWSIssuer]>([:])

    init(for location: StoreLocation) {
        switch location {
        case .memory: folder = nil
        case .file: folder = PrivateFolder(url: location.receiptFolder.url)
        }
    }

    /// The certificate of an environment's documents in DER: the root, or the one of Xcode's.
    func rootCertificate(in environment: StoreEnvironment) throws(StoreError) -> [UInt8] {
        try issuer(of: Key(environment)).identity.rootCertificate
    }

    /// Signs a payload.
    func sign<Payload: JWSPayload>(
        _ payload: Payload,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<Payload> {
        let issuer = try issuer(of: Key(context.settings.environment))
        return try reporting { try issuer.issue(payload) }
    }

    private func issuer(of key: Key) throws(StoreError) -> JWSIssuer {
        if let issuer = issuers.withLock({ $0[key] }) { return issuer }
        let made = JWSIssuer(
            identity: try reporting {
                try folder?.identity(key.fileName, key.make) ?? key.shared.get()
            }
        )
        return issuers.withLock { issuers in
            let first = issuers[key] ?? made
            issuers[key] = first
            return first
        }
    }

    private func reporting<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(
                error,
                withReceiptsIn: folder?.url.path ?? StoreLocation.memory.path
            )
        }
    }
}

extension DocumentSigner {
    /// A key, with certificates as in its environments.
    private enum Key {
        /// A chain of three, like Apple's.
        case appStore
        /// One that signs itself, like Xcode's.
        case xcode

        private static let sharedForAppStore = SharedIdentity(JWSSigningIdentity.makeForStore)
        private static let sharedForXcode = SharedIdentity(JWSSigningIdentity.makeForXcode)

        init(_ environment: StoreEnvironment) {
            self = environment == .xcode ? .xcode : .appStore
        }

        var fileName: String {
            switch self {
            case .appStore: "jws-identity.pem"
            case .xcode: "jws-xcode-identity.pem"
            }
        }

        /// The key of all stores in memory.
        var shared: SharedIdentity<JWSSigningIdentity> {
            switch self {
            case .appStore: Self.sharedForAppStore
            case .xcode: Self.sharedForXcode
            }
        }

        func make() throws -> JWSSigningIdentity {
            switch self {
            case .appStore: try .makeForStore()
            case .xcode: try .makeForXcode()
            }
        }
    }
}
