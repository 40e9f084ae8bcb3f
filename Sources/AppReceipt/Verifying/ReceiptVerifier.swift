import Foundation

/// Turns a ``SignedReceipt`` into a ``Receipt``, or says which rule the receipt breaks.
///
/// ```swift
/// let verifier = ReceiptVerifier(rules: [.bundleIdentifier("com.example.app"), .environment(.production)])
/// let receipt = try verifier.verify(SignedReceipt(data))
/// ```
///
/// Certificates are judged at the date at which the receipt was made. No rule reads a clock. A
/// verifier may be used by several threads at once; it remembers the chains that it found good, so
/// keep one.
public struct ReceiptVerifier: Sendable {
    /// What is asked of the content, in this order.
    public let rules: [any ReceiptRule]
    private let chainRule: ChainRule
    private let digestRule: DigestRule
    let cache = ChainCache()

    /// Makes a verifier that trusts Apple's roots, and takes SHA-1, without which no receipt from
    /// before August 2023 is good.
    ///
    /// Without rules every app's receipts are good, of every environment; ask for the bundle
    /// identifier and environment at least.
    public init(
        trustedRoots: TrustedRoots = .apple,
        minimumDigest: ReceiptDigest = .sha1,
        rules: [any ReceiptRule]
    ) {
        self.rules = rules
        chainRule = ChainRule(roots: trustedRoots, minimumDigest: minimumDigest)
        digestRule = DigestRule(minimum: minimumDigest)
    }

    /// Judges a receipt; a receipt that breaks a rule is an answer, not an error.
    public func judge(_ receipt: SignedReceipt) -> ReceiptVerdict {
        do throws(ReceiptVerdict.Refusal) {
            return .verified(try verify(receipt))
        } catch {
            return .refused(error)
        }
    }

    /// Verifies a receipt.
    ///
    /// - Throws: ``ReceiptVerdict/Refusal``, which names the first rule that is broken.
    public func verify(_ receipt: SignedReceipt) throws(ReceiptVerdict.Refusal) -> Receipt {
        let envelope = try envelope(of: receipt)
        let chain = try chain(of: envelope)
        let content = try content(of: envelope)
        try ValidityRule(chain: chain).check(at: content.creationDate)
        try TestSignerRule(chain: chain).check(content)
        for rule in rules {
            if let objection = rule.objection(to: content) {
                throw .init(rule: rule.name, reason: objection)
            }
        }
        return Receipt(verified: content, from: receipt)
    }

    private func envelope(of receipt: SignedReceipt) throws(ReceiptVerdict.Refusal) -> Envelope {
        do throws(SignedReceipt.Error) {
            return try EnvelopeReader(message: receipt.bytes).read()
        } catch {
            guard case .signerCount = error else {
                throw .init(rule: .structure, reason: error.description)
            }
            throw .init(rule: .signer, reason: error.description)
        }
    }

    private func content(of envelope: Envelope) throws(ReceiptVerdict.Refusal) -> ReceiptContent {
        do throws(SignedReceipt.Error) {
            return try envelope.readContent()
        } catch {
            throw .init(rule: .content, reason: error.description)
        }
    }

    /// The chain of the envelope's signer, by whose key the signature was found good.
    private func chain(of envelope: Envelope) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        if let chain = cache.chain(of: envelope) {
            try digestRule.check(envelope)
            try SignatureRule(key: chain.key).check(envelope)
            return chain
        }
        let signer = try SignerRule().index(in: envelope)
        try digestRule.check(envelope)
        return try chain(of: envelope, signer: signer)
    }

    private func chain(
        of envelope: Envelope,
        signer index: Int
    ) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        var others = envelope.certificates.map { envelope.message[$0] }
        let signer = others.remove(at: index)
        let chain = try chain(of: envelope, from: signer, by: others)
        cache.remember(ChainCache.Sender(of: envelope, chain: chain), of: signer)
        return chain
    }

    private func chain(
        of envelope: Envelope,
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        if let chain = cache.chain(from: signer, by: others) {
            try SignatureRule(key: chain.key).check(envelope)
            return chain
        }
        let certificate = try SignerCertificate(signer)
        try SignatureRule(key: certificate.key).check(envelope)
        let chain = try chainRule.chain(from: certificate, by: others)
        cache.insert(chain, from: signer, by: others)
        return chain
    }
}
