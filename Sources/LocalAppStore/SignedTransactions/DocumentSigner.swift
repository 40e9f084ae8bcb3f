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
    private let issuers = Locked<[String: JWSIssuer]>([:])

    init(for location: StoreLocation) {
        switch location {
        case .memory: folder = nil
        case .file: folder = PrivateFolder(url: location.receiptFolder.url)
        }
    }

    /// The certificate of an environment's documents in DER: the root, or the one of Xcode's.
    func rootCertificate(in environment: StoreEnvironment) throws(StoreError) -> [UInt8] {
        try issuer(of: .of(environment)).identity.rootCertificate
    }

    /// Signs a payload.
    func sign<Payload: JWSPayload>(
        _ payload: Payload,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<Payload> {
        let issuer = try issuer(of: .of(context.settings.environment))
        return try reporting { try issuer.issue(payload) }
    }

    private func issuer(of key: Key) throws(StoreError) -> JWSIssuer {
        if let issuer = issuers.withLock({ $0[key.fileName] }) { return issuer }
        let made = JWSIssuer(
            identity: try reporting {
                try folder?.identity(key.fileName, key.make) ?? key.shared.get()
            }
        )
        return issuers.withLock { issuers in
            let first = issuers[key.fileName] ?? made
            issuers[key.fileName] = first
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
    private struct Key: Sendable {
        let fileName: String
        let make: @Sendable () throws -> JWSSigningIdentity
        /// The key of all stores in memory.
        let shared: SharedIdentity<JWSSigningIdentity>

        private init(
            _ fileName: String,
            _ make: @escaping @Sendable () throws -> JWSSigningIdentity
        ) {
            self.fileName = fileName
            self.make = make
            shared = SharedIdentity(make)
        }

        /// A chain of three, like Apple's.
        private static let appStore = Key("jws-identity.pem", JWSSigningIdentity.makeForStore)
        /// One that signs itself, like Xcode's.
        private static let xcode = Key("jws-xcode-identity.pem", JWSSigningIdentity.makeForXcode)

        static func of(_ environment: StoreEnvironment) -> Key {
            environment == .xcode ? xcode : appStore
        }
    }
}
