import Foundation
import StrictJSON

extension JWSPolicy {
    func require(bundleIdentifier found: String?) throws(JWSRefusal) {
        guard let found, found.utf8.elementsEqual(bundleIdentifier.utf8) else {
            let reason = found.map { "the document is for the app \($0.quoted)" }
            throw .init(
                rule: .bundleIdentifier,
                reason: reason ?? "the document names no app"
            )
        }
    }

    /// The accepted environment of a document, which must fit to who vouches for its signer.
    func accept(
        _ environment: JWSEnvironment?,
        signedBy authorities: SignerAuthorities
    ) throws(JWSRefusal) -> AcceptedEnvironment {
        guard let environment = environment ?? (acceptsMissingEnvironment ? .production : nil)
        else { throw .init(rule: .environment, reason: "the document names no environment") }
        let named = environments.filter { $0.environment == environment }
        guard let accepted = named.first(where: { authorities.contains($0.authority) }) else {
            let name = environment.rawValue.quoted
            let reason =
                !named.isEmpty
                ? "another signer than that of \(name) signed the document"
                : "the document is for the environment \(name)"
            throw .init(rule: .environment, reason: reason)
        }
        return accepted
    }
}

extension AcceptedEnvironment {
    /// Checks the identifier of the app, which documents have in production.
    func require(appAppleIdentifier found: Int64?) throws(JWSRefusal) {
        guard let appAppleIdentifier, found != appAppleIdentifier else { return }
        let reason = found.map { "the document is for the app with the identifier \($0)" }
        throw .init(
            rule: .appAppleIdentifier,
            reason: reason ?? "the document has no app identifier"
        )
    }
}

extension ClaimRequirement {
    /// Checks a member; a refusal contains `saying` before the found value, or `missing`.
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

// Strings are compared byte by byte.
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
            saying: "the renewal info is for the transaction",
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
