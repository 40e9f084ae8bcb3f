import Foundation

extension JWSPolicy {
    func require(bundleIdentifier found: String?) throws(JWSRefusal) {
        guard let found, found.utf8.elementsEqual(bundleIdentifier.utf8) else {
            let reason = found.map { "the document is of the app \($0.quoted)" }
            throw .init(
                rule: .bundleIdentifier,
                reason: reason ?? "the document names no app"
            )
        }
    }

    /// The accepted environment of a document, which must fit to who signed it.
    func accept(
        _ environment: JWSEnvironment?,
        signedBy signer: TrustedSigner
    ) throws(JWSRefusal) -> AcceptedEnvironment {
        guard let environment = environment ?? (acceptsMissingEnvironment ? .production : nil)
        else { throw .init(rule: .environment, reason: "the document names no environment") }
        let accepted = environments.first { $0.isOf(environment, signedBy: signer) }
        guard let accepted else {
            let name = environment.rawValue.quoted
            let reason =
                environments.contains { $0.environment == environment }
                ? "another signer than that of \(name) signed the document"
                : "the document is of the environment \(name)"
            throw .init(rule: .environment, reason: reason)
        }
        return accepted
    }
}

extension AcceptedEnvironment {
    var environment: JWSEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        }
    }

    var xcodeCertificate: [UInt8]? {
        if case .xcode(let certificate) = self { certificate } else { nil }
    }

    /// Whether a document of an environment by a signer is accepted.
    ///
    /// Xcode's certificate signs for Xcode alone, and nobody else does.
    func isOf(_ environment: JWSEnvironment, signedBy signer: TrustedSigner) -> Bool {
        self.environment == environment && xcodeCertificate == signer.xcodeCertificate
    }

    /// Checks the identifier of the app, which documents have in production.
    func require(appAppleIdentifier found: Int64?) throws(JWSRefusal) {
        guard case .production(let required) = self, found != required else { return }
        let reason = found.map { "the document is of the app with the identifier \($0)" }
        throw .init(
            rule: .appAppleIdentifier,
            reason: reason ?? "the document has no identifier of the app"
        )
    }
}

extension ClaimRequirement {
    /// Checks a member; a refusal says what was found before its value, or that it is missing.
    private func check(
        _ member: Value?,
        _ rule: JWSRefusal.Rule,
        saying found: String,
        missing: String,
        areSame: (Value, Value) -> Bool
    ) throws(JWSRefusal) {
        guard !isMet(by: member, areSame) else { return }
        throw .init(rule: rule, reason: member.map { found + " " + "\($0)".quoted } ?? missing)
    }
}

// Texts are compared byte by byte.
extension ClaimRequirement<String> {
    func check(product: String?) throws(JWSRefusal) {
        try check(
            product,
            .productIdentifier,
            saying: "the document is about the product",
            missing: "the document names no product",
            areSame: { $0.utf8.elementsEqual($1.utf8) }
        )
    }

    func check(originalTransaction identifier: String?) throws(JWSRefusal) {
        try check(
            identifier,
            .originalTransactionIdentifier,
            saying: "the renewal info is of the transaction",
            missing: "the renewal info names no transaction",
            areSame: { $0.utf8.elementsEqual($1.utf8) }
        )
    }
}

extension ClaimRequirement<UUID> {
    func check(account token: UUID?) throws(JWSRefusal) {
        try check(
            token,
            .appAccountToken,
            saying: "the document has the account token",
            missing: "the document has no account token",
            areSame: ==
        )
    }
}
