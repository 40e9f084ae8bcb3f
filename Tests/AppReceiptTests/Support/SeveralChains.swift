import Foundation
import Testing

@testable import AppReceipt

/// A receipt with several certificates of one name or key, below one root or several.
///
/// The first certificate is the signer's; the verdict is the same in whatever order they stand.
struct SeveralChains: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: ReceiptVerdict.Rule?
    /// OpenSSL knows no marks, and builds one chain of which it takes nothing back.
    private(set) var isOpenSSLsVerdict = true
    private let make: @Sendable () throws -> (certificates: [[UInt8]], roots: [[UInt8]])

    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        _ make:
            @escaping @Sendable () throws -> (
                certificates: [CertificateAuthority], roots: [CertificateAuthority]
            )
    ) {
        testDescription = name
        self.rule = rule
        self.make = {
            let (certificates, roots) = try make()
            return (try certificates.map { try $0.encoded() }, try roots.map { try $0.encoded() })
        }
    }

    var unlikeOpenSSL: Self {
        var row = self
        row.isOpenSSLsVerdict = false
        return row
    }

    func subject() throws -> Subject {
        let (certificates, roots) = try make()
        return Subject(certificates: certificates, roots: roots)
    }

    struct Subject {
        let certificates: [[UInt8]]
        let roots: [[UInt8]]

        /// A verifier that has met each of the others alone beside the signer's, when it was valid.
        func experiencedVerifier(_ roots: TrustedRoots) throws -> ReceiptVerifier {
            let verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
            let orders = certificates.dropFirst().map { [certificates[0], $0] } + [certificates]
            for order in orders {
                for moment in Renewal.allCases.map(\.ownMoment) {
                    _ = verifier.judge(try receipt(order, at: moment))
                }
            }
            return verifier
        }

        /// The receipt of the first certificate's key, with all certificates in this order.
        func receipt(
            _ order: [[UInt8]],
            at date: Date = Moment.created
        ) throws -> SignedReceipt {
            let key = try TestChain.good.get().signer.key
            let signer = certificates[0]
            // An identity has three certificates; which they are does not matter to what it signs.
            let identity = try SigningIdentity(certificates: [signer, signer, signer], key: key)
            let payload = try PayloadWriter(content: .make(creationDate: date)).payload()
            var message = Message(identity, payload: payload)
            message.certificates = order
            return try message.receipt()
        }
    }
}

extension Array {
    /// All orders of the elements.
    var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var others = self
            let first = others.remove(at: index)
            return others.permutations.map { [first] + $0 }
        }
    }
}
