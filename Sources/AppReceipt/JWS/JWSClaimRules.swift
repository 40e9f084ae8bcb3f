import Foundation

extension JWSPolicy {
    func require(bundleIdentifier found: String?) throws(JWSRefusal) {
        guard let found, found.utf8.elementsEqual(bundleIdentifier.utf8) else {
            let reason = found.map { "the document is of the app \($0)" }
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
            let name = environment.rawValue
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

/// The product of the document is the required one, compared byte by byte.
struct ProductRule {
    let requirement: ClaimRequirement<String>

    func check(_ product: String?) throws(JWSRefusal) {
        guard requirement.isMet(by: product, { $0.utf8.elementsEqual($1.utf8) }) else {
            let reason = product.map { "the document is about the product \($0)" }
            throw .init(
                rule: .productIdentifier,
                reason: reason ?? "the document names no product"
            )
        }
    }
}

/// The account token of the document is the required one.
struct AccountRule {
    let requirement: ClaimRequirement<UUID>

    func check(_ token: UUID?) throws(JWSRefusal) {
        guard requirement.isMet(by: token, ==) else {
            let reason = token.map { "the document has the account token \($0)" }
            throw .init(
                rule: .appAccountToken,
                reason: reason ?? "the document has no account token"
            )
        }
    }
}

/// The original transaction of the renewal info is the required one, compared byte by byte.
struct OriginalTransactionRule {
    let requirement: ClaimRequirement<String>

    func check(_ identifier: String?) throws(JWSRefusal) {
        guard requirement.isMet(by: identifier, { $0.utf8.elementsEqual($1.utf8) }) else {
            let reason = identifier.map { "the renewal info is of the transaction \($0)" }
            throw .init(
                rule: .originalTransactionIdentifier,
                reason: reason ?? "the renewal info names no transaction"
            )
        }
    }
}
