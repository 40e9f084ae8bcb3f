import Foundation
import Testing

@testable import AppReceipt

/// Judges signed transactions of an independent generator, as its index says.
///
/// Set `RECEIPT_VARIANTS` to the folder with `index.json`, and `RECEIPT_PKI` to that of the
/// certificates.
@Suite(.enabled(if: Samples.variants != nil, "RECEIPT_VARIANTS names no folder"))
struct JWSVariantTests {
    private static let rules: [String: JWSRefusal.Rule] = [
        "payload-altered": .signature, "signature-altered": .signature,
        "signature-zero": .signature, "signature-short": .signature,
        "signature-missing": .signature, "alg-none": .algorithm, "alg-hs256": .algorithm,
        "untrusted-root": .chain, "untrusted-leaf-good-issuers": .chain,
        "leaf-without-marker": .purpose, "intermediate-without-marker": .purpose,
        "leaf-expired": .validity, "intermediate-not-ca": .chain, "x5c-empty": .certificates,
        "x5c-leaf-only": .certificates, "x5c-reversed": .key, "two-segments": .structure,
        "four-segments": .structure, "not-base64": .structure, "other-bundle": .bundleIdentifier,
        "other-environment": .environment,
    ]

    @Test func `every variant gets the verdict of the index, and breaks its rule`() throws {
        let folder = try #require(Samples.variants)
        let pki = try #require(Samples.pki, "RECEIPT_PKI names no folder")
        let root = try Data(contentsOf: pki.appendingPathComponent("ec/good/root.der"))
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([Array(root)]),
            policy: .make()
        )
        let data = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        let index = try JSONDecoder().decode([String: Bool].self, from: data)
        let documents = index.filter { $0.key.hasPrefix("jws/") }
        #expect(documents.count == 23)
        for (path, isGood) in documents {
            let file = folder.appendingPathComponent(path)
            let jws = JWS<TransactionPayload>(try String(contentsOf: file, encoding: .utf8))
            let rule = brokenRule {
                try verifier.verify(jws, productIdentifier: .unchecked, appAccountToken: .unchecked)
            }
            let name = file.deletingPathExtension().lastPathComponent
            #expect((rule == nil) == isGood, "\(path)")
            #expect(rule == Self.rules[name], "\(path)")
        }
    }
}
