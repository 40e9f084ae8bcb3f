import AppReceipt
import Crypto
import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// The one identity of a folder's runs, whose root the target trusts.
struct Signer: Sendable {
    let identity: SigningIdentity
    let issuerAndSerial: [UInt8]
    private let key: _RSA.Signing.PrivateKey

    init(_ identity: SigningIdentity) throws {
        self.identity = identity
        key = try _RSA.Signing.PrivateKey(pemRepresentation: identity.privateKeyPEM)
        let certificate = try Certificate(derEncoded: identity.certificates[0])
        var serializer = DER.Serializer()
        try serializer.serialize(certificate.issuer)
        // The bytes lack the leading zero of a positive INTEGER whose high bit is set.
        let number = Array(certificate.serialNumber.bytes)
        let serial = DERElement.make(
            0x02,
            number.first.map { $0 >= 0x80 } == true ? [0] : [],
            number
        )
        issuerAndSerial = DERElement.make(0x30, serializer.serializedBytes, serial)
    }

    func signature(over bytes: [UInt8], isSHA1: Bool = false) throws -> [UInt8] {
        let signature =
            isSHA1
            ? try key.signature(
                for: Insecure.SHA1.hash(data: bytes),
                padding: .insecurePKCS1v1_5
            )
            : try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        return Array(signature.rawRepresentation)
    }
}

extension Signer {
    /// Loads the identity that is stored in a folder, so that its inputs stay good, or makes one.
    static func stored(in folder: URL) throws -> Signer {
        let identity = folder.appendingPathComponent("identity")
        if FileManager.default.fileExists(atPath: key(identity).path) {
            return try Signer(
                SigningIdentity(
                    certificates: (0..<3).map {
                        Array(try Data(contentsOf: certificate($0, identity)))
                    },
                    privateKeyPEM: String(contentsOf: key(identity), encoding: .utf8)
                )
            )
        }
        return try make(in: identity)
    }

    private static func make(in folder: URL) throws -> Signer {
        let made = try SigningIdentity.make(
            name: "Fuzzing",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, bytes) in made.certificates.enumerated() {
            try Data(bytes).write(to: certificate(index, folder))
        }
        try Data(made.privateKeyPEM.utf8).write(to: key(folder))
        return try Signer(made)
    }

    private static func key(_ folder: URL) -> URL { folder.appendingPathComponent("key.pem") }

    private static func certificate(_ index: Int, _ folder: URL) -> URL {
        folder.appendingPathComponent(["signer.der", "intermediate.der", "root.der"][index])
    }
}

/// The dates of the seeds.
enum Moment {
    static let chainStart = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let created = Date(timeIntervalSince1970: 1_717_243_200)  // 2024-06-01T12:00:00Z
    static let chainEnd = Date(timeIntervalSince1970: 2_208_988_800)  // 2040-01-01T00:00:00Z
}
