public import Foundation
import SwiftASN1
import X509
import _CryptoExtras

extension SigningIdentity {
    /// Makes a root, an intermediate and a signer, shaped as Apple's; the keys of root and
    /// intermediate are thrown away.
    ///
    /// Every receipt that is issued must be dated within the validity, or it will be refused.
    ///
    /// - Parameters:
    ///   - name: The organization that the certificates name.
    ///   - validFrom: The first moment at which all three certificates are valid.
    ///   - until: The last such moment.
    /// - Returns: The identity, which nothing else keeps.
    /// - Throws: ``Error/making(detail:)``.
    public static func make(
        name: String,
        validFrom: Date,
        until: Date
    ) throws(Error) -> SigningIdentity {
        do {
            let root = try CertificateAuthority.make(.root(name, validFrom, until))
            let intermediate = try root.certify(.intermediate(name, validFrom, until))
            let signer = try intermediate.certify(.signer(name, validFrom, until))
            return try SigningIdentity(signer, intermediate, root)
        } catch let error as Error {
            throw error
        } catch {
            throw .making(detail: "\(error)")
        }
    }

    init(
        _ signer: CertificateAuthority,
        _ intermediate: CertificateAuthority,
        _ root: CertificateAuthority
    ) throws {
        let certificates = try [signer, intermediate, root].map { try $0.encoded() }
        try self.init(certificates: certificates, key: signer.key)
    }
}
