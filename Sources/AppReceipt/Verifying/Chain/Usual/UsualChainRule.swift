/// Judges the chain of nearly every receipt: a signer, an intermediate and maybe the root itself, all made as usual.
///
/// This is a shortcut to a good answer of ``ChainRule``, which looks at whatever is in the least unusual, and words every refusal.
struct UsualChainRule {
    let roots: TrustedRoots
    let minimumDigest: ReceiptDigest

    /// The chain, with whose key the envelope's signature was found good, and the place of its intermediate among `others`.
    func chain(
        of envelope: Envelope,
        from signer: ArraySlice<UInt8>,
        by others: [ArraySlice<UInt8>]
    ) -> (chain: TrustedChain, intermediate: Int)? {
        guard roots.testSigners.isEmpty, let place = onlyPlace(in: others),
            let signer = UsualCertificate(signer),
            let intermediate = UsualCertificate(others[place]),
            signer.extensions.areSigners, signer.digest >= minimumDigest,
            intermediate.extensions.areIntermediates, intermediate.digest >= minimumDigest,
            (try? SignatureRule(key: signer.key).check(envelope)) != nil,
            intermediate.issued(signer),
            let root = roots.anchors.first(where: { $0.issued(intermediate) })
        else { return nil }
        let validities = [
            TrustedChain.Validity(.signer, signer),
            TrustedChain.Validity(.intermediate, intermediate),
            TrustedChain.Validity(.root, root),
        ]
        return (
            TrustedChain(key: signer.key, validities: validities, isTestSigner: false), place
        )
    }

    /// The place of the only certificate that is not a trusted root itself.
    private func onlyPlace(in others: [ArraySlice<UInt8>]) -> Int? {
        var found: Int?
        for place in others.indices where !roots.hasAnchor(others[place]) {
            guard found == nil else { return nil }
            found = place
        }
        return found
    }
}
