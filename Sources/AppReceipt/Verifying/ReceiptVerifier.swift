import Foundation

/// Verifies a ``SignedReceipt``: makes a ``Receipt`` of it, or names the rule that it breaks.
///
/// ```swift
/// let verifier = ReceiptVerifier(rules: [
///     .bundleIdentifier("com.example.app"), .environment(.production),
/// ])
/// let receipt = try verifier.verify(SignedReceipt(data))
/// ```
///
/// Certificates must have been valid when the receipt was created. No rule reads a clock.
///
/// Several threads can use a verifier at the same time. It remembers the chains that it verified,
/// so reuse one.
public struct ReceiptVerifier: Sendable {
    /// The rules for the content, in the order in which they are checked.
    public let rules: [any ReceiptRule]
    private let environments: [AcceptedEnvironment]
    private let chainRule: ChainRule
    private let minimumDigest: ReceiptDigest
    let cache = ChainCache()

    /// Makes a verifier of an app's receipts.
    ///
    /// Each environment has its own signers, as in a ``JWSPolicy``: the trusted roots are good for
    /// production and the sandbox, Xcode's certificate and the root of a local store for their own
    /// environment.
    ///
    /// - Parameters:
    ///   - trustedRoots: The roots at which a chain of production or the sandbox may end; Apple's
    ///     by default. Its test signers are not used.
    ///   - minimumDigest: The weakest digest that is accepted. With `.sha256`, receipts from before
    ///     August 2023 are refused.
    ///   - bundleIdentifier: The bundle identifier that receipts must have, compared byte by byte.
    ///   - environments: The environments whose receipts are accepted; none if it is empty.
    ///   - rules: Further rules, which are checked after these.
    public init(
        trustedRoots: TrustedRoots = .apple,
        minimumDigest: ReceiptDigest = .sha1,
        bundleIdentifier: String,
        environments: [AcceptedEnvironment],
        rules: [any ReceiptRule] = []
    ) {
        let required: [any ReceiptRule] = [
            BundleIdentifierRule(bundleIdentifier),
            EnvironmentRule(Set(environments.map(\.receiptEnvironment))),
        ]
        let identifier = environments.lazy.compactMap(\.appAppleIdentifier).first
        self.rules = required + (identifier.map { [AppAppleIdentifierRule($0)] } ?? []) + rules
        self.environments = environments
        chainRule = ChainRule(
            roots: trustedRoots.anchors + environments.flatMap(\.rootAnchors),
            testSigners: environments.flatMap(\.signerAnchors),
            minimumDigest: minimumDigest
        )
        self.minimumDigest = minimumDigest
    }

    /// Makes a verifier that accepts every receipt of the trusted roots that meets the rules.
    ///
    /// With an empty list of rules, a receipt of any app, environment and device is verified: that
    /// is for tools, and for a store that looks at its own receipts. An app requires its bundle
    /// identifier and its environments with
    /// ``init(trustedRoots:minimumDigest:bundleIdentifier:environments:rules:)``.
    ///
    /// - Parameters:
    ///   - trustedRoots: The roots at which a chain may end; Apple's by default.
    ///   - minimumDigest: The weakest digest that is accepted. With `.sha256`, receipts from before
    ///     August 2023 are refused.
    ///   - rules: The rules for the content.
    public init(
        trustedRoots: TrustedRoots = .apple,
        minimumDigest: ReceiptDigest = .sha1,
        rules: [any ReceiptRule]
    ) {
        self.rules = rules
        environments = []
        chainRule = ChainRule(
            roots: trustedRoots.anchors,
            testSigners: trustedRoots.testSigners,
            minimumDigest: minimumDigest
        )
        self.minimumDigest = minimumDigest
    }

    /// Returns the verdict about a receipt; a receipt that breaks a rule isn't an error.
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
        let signedData = try decodeSignedData(of: receipt)
        let chain = try trustedChain(of: signedData)
        let content = try decodeContent(of: signedData)
        try SignerAuthorities(of: chain.paths, at: content.creationDate)
            .check(content, accepting: environments)
        for rule in rules {
            if let objection = rule.objection(to: content) {
                throw .init(rule: rule.name, reason: objection)
            }
        }
        return Receipt(verified: content, from: receipt)
    }

    private func decodeSignedData(
        of receipt: SignedReceipt
    ) throws(ReceiptVerdict.Refusal) -> CMSSignedData {
        do throws(SignedReceipt.Error) {
            return try CMSSignedDataDecoder(message: receipt.bytes).decode()
        } catch {
            guard case .signerCount = error else {
                throw .init(rule: .structure, reason: error.description)
            }
            throw .init(rule: .signer, reason: error.description)
        }
    }

    private func decodeContent(
        of signedData: CMSSignedData
    ) throws(ReceiptVerdict.Refusal) -> ReceiptContent {
        do throws(SignedReceipt.Error) {
            return try signedData.decodeContent()
        } catch {
            throw .init(rule: .content, reason: error.description)
        }
    }

    /// The chain of the signer, whose key made the signature.
    private func trustedChain(
        of signedData: CMSSignedData
    ) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        if let chain = cache.cachedChain(for: signedData) {
            try signedData.checkDigest(atLeast: minimumDigest)
            try signedData.checkSignature(with: chain.key)
            return chain
        }
        let index = try signedData.signerIndex()
        try signedData.checkDigest(atLeast: minimumDigest)
        var others = signedData.certificates.map { signedData.message[$0] }
        let signer = try SignerCertificate(others.remove(at: index))
        try signedData.checkSignature(with: signer.key)
        let chain = try chainRule.buildChain(from: signer, through: others)
        cache.insert(chain, for: signedData, signer: index)
        return chain
    }
}
