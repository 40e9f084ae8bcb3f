/// Verifies a ``JWS``: makes a ``VerifiedJWS`` of it, or names the rule that it breaks.
///
/// ```swift
/// let verifier = JWSVerifier(
///     policy: JWSPolicy(
///         bundleIdentifier: "com.example.app",
///         environments: [.production(appAppleIdentifier: 123_456_789)]
///     )
/// )
/// let transaction = try verifier.verify(
///     JWS<TransactionPayload>(signedTransactionInfo),
///     productIdentifier: .equals("com.example.app.pro"),
///     appAccountToken: .equals(account)
/// )
/// ```
///
/// The rules are checked in the order of ``JWSRefusal/Rule``. Certificates must have been valid
/// when the document was signed. No rule reads a clock.
///
/// Several threads can use a verifier at the same time. It remembers the certificates that it
/// verified, so reuse one.
public struct JWSVerifier: Sendable {
    /// The app that documents must name.
    public let policy: JWSPolicy
    private let chainRule: JWSChainRule
    let cache: TrustedSignerCache

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - trustedRoots: The roots at which a chain of production or the sandbox may end; Apple's
    ///     by default. Its test signers are not used: a policy names the certificate of Xcode, and
    ///     the root of a local store.
    ///   - policy: The expected app and environments of documents.
    public init(trustedRoots: TrustedRoots = .apple, policy: JWSPolicy) {
        self.init(trustedRoots: trustedRoots, policy: policy, cache: TrustedSignerCache())
    }

    init(trustedRoots: TrustedRoots, policy: JWSPolicy, cache: TrustedSignerCache) {
        self.policy = policy
        self.cache = cache
        chainRule = JWSChainRule(
            roots: trustedRoots.anchors + policy.environments.flatMap(\.rootAnchors),
            xcodeCertificates: policy.environments.compactMap(\.xcodeCertificate)
        )
    }

    /// Verifies a document up to its own claims, and returns it with the authorities of
    /// its signer.
    func verifyDocument<Payload>(
        _ jws: JWS<Payload>
    ) throws(JWSRefusal) -> (VerifiedJWS<Payload>, SignerAuthorities) {
        let compact = try CompactJWS(jws.bytes)
        let signer = try trustedSigner(of: compact)
        let content = try JWSContent(try compact.payload())
        let date = try content.signingDate(in: Payload.coding.signingDates)
        let authorities: SignerAuthorities
        do throws(ReceiptVerdict.Refusal) {
            authorities = try SignerAuthorities(of: signer.paths, at: date)
        } catch {
            throw JWSRefusal(error)
        }
        let payload: Payload = try content.decode()
        try content.requireKind(of: payload)
        let verified = VerifiedJWS(verified: payload, at: date, json: content.bytes, from: jws)
        return (verified, authorities)
    }

    /// The signer, whose key made the signature.
    private func trustedSigner(of compact: CompactJWS) throws(JWSRefusal) -> TrustedSigner {
        if let known = cache.signer(for: compact) {
            try compact.checkSignature(with: known.key)
            return known
        }
        let header = try JOSEHeader(try compact.header())
        try header.requireES256()
        let certificates = try header.certificates(
            allowsOne: !chainRule.xcodeCertificates.isEmpty
        )
        let signer: TrustedSigner
        if let known = cache.signer(with: certificates) {
            try compact.checkSignature(with: known.key)
            signer = known
        } else {
            let candidate = try JWSSigner(certificates[0])
            try compact.checkSignature(with: candidate.key)
            signer = try chainRule.trustedSigner(candidate, certificates)
        }
        cache.insert(signer, certificates: certificates, for: compact)
        return signer
    }
}
