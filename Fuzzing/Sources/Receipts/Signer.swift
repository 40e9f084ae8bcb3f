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
        // The octets come without the zero that keeps a number from being negative.
        let number = Array(certificate.serialNumber.bytes)
        let serial = DERElement.make(
            0x02,
            number.first.map { $0 >= 0x80 } == true ? [0] : [],
            number
        )
        issuerAndSerial = DERElement.make(0x30, serializer.serializedBytes, serial)
    }

    func signature(over octets: [UInt8], isSHA1: Bool = false) throws -> [UInt8] {
        let signature =
            isSHA1
            ? try key.signature(
                for: Insecure.SHA1.hash(data: octets),
                padding: .insecurePKCS1v1_5
            )
            : try key.signature(for: SHA256.hash(data: octets), padding: .insecurePKCS1v1_5)
        return Array(signature.rawRepresentation)
    }
}
