import AppReceipt
import Driving
import Foundation

/// Takes octets for a receipt or a part of one, and ends the process where what is promised does
/// not hold.
///
/// What the input is, its first octet tells: `31` is a content, `A0` a list of certificates, `A1`
/// signed attributes (both with the tag and length of a whole element), and everything else a whole
/// message.
struct ReceiptTarget: Sendable {
    let signer: Signer
    let seeds: [Seed]
    let roots: TrustedRoots
    /// Keeps its chains between the inputs, which must never change a verdict.
    let verifier: ReceiptVerifier

    init(_ folder: FuzzFolder) throws {
        signer = try Signer.kept(in: folder.url)
        seeds = try Seed.all(signer)
        roots = try TrustedRoots([signer.identity.rootCertificate])
        verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
        for seed in seeds where verifier.judge(SignedReceipt(bytes: seed.message)).rule != nil {
            fatalError("the seed \(seed.name) is refused")
        }
    }

    func take(_ input: [UInt8]) {
        switch input.first {
        case 0x31: takeContent(input)
        case 0xA0: takeCertificates(input)
        case 0xA1: takeAttributes(input)
        default: expectSeed(in: input)
        }
    }

    /// The verdict, which is the same with and without a remembered chain.
    func judge(_ octets: [UInt8]) -> ReceiptVerdict {
        let receipt = SignedReceipt(bytes: octets)
        let verdict = verifier.judge(receipt)
        let fresh = ReceiptVerifier(trustedRoots: roots, rules: []).judge(receipt)
        guard fresh == verdict else { fatalError("remembered: \(verdict), fresh: \(fresh)") }
        guard case .verified(let verified) = verdict else { return verdict }
        guard (try? receipt.unverifiedContent()) == verified.content else {
            fatalError("the verified content is another than the unverified")
        }
        return verdict
    }

    /// Only what one of the seeds says, under its signature, with its certificates, may be
    /// accepted.
    func expectSeed(in octets: [UInt8]) {
        _ = try? SignedReceipt(bytes: octets).unverifiedContent()
        guard case .verified(let receipt) = judge(octets) else { return }
        let data = Data(octets)
        let needed = signer.identity.certificates.dropLast()
        guard needed.allSatisfy({ data.range(of: Data($0)) != nil }) else {
            fatalError("false accept: other certificates")
        }
        for seed in seeds where seed.content == receipt.content {
            let isInPieces = octets[1] == 0x80
            if data.range(of: Data(seed.signature)) != nil,
                isInPieces || data.range(of: Data(seed.payload)) != nil
            {
                return
            }
        }
        fatalError("false accept: another content or signature")
    }
}

extension ReceiptVerdict {
    /// The rule that was broken.
    var rule: Rule? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.rule
    }
}
