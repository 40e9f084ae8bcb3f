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

    /// The accepted environment of a document, which must be one of its signer.
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
        guard let appAppleIdentifier else { return }
        try ClaimRequirement.equals(appAppleIdentifier).check(app: found)
    }
}

extension ClaimRequirement<Int64> {
    func check(app identifier: Int64?) throws(JWSRefusal) {
        guard !isMet(by: identifier, ==) else { return }
        let reason = identifier.map { "the document is for the app with the identifier \($0)" }
        throw .init(
            rule: .appAppleIdentifier,
            reason: reason ?? "the document has no app identifier"
        )
    }
}

// Strings are compared byte by byte.
extension ClaimRequirement<String> {
    func isMet(by value: String?) -> Bool { isMet(by: value) { $0.utf8.elementsEqual($1.utf8) } }

    func check(product: String?) throws(JWSRefusal) {
        guard !isMet(by: product) else { return }
        let reason = product.map { "the document is about the product \($0.quoted)" }
        throw .init(rule: .productIdentifier, reason: reason ?? "the document names no product")
    }

    func check(originalTransaction identifier: String?) throws(JWSRefusal) {
        guard !isMet(by: identifier) else { return }
        let reason = identifier.map { "the renewal info is for the transaction \($0.quoted)" }
        throw .init(
            rule: .originalTransactionIdentifier,
            reason: reason ?? "the renewal info names no transaction"
        )
    }
}

extension ClaimRequirement<UUID> {
    func check(account token: UUID?) throws(JWSRefusal) {
        guard !isMet(by: token, ==) else { return }
        let reason = token.map { "the document has the account token \($0.uuidString.quoted)" }
        throw .init(rule: .appAccountToken, reason: reason ?? "the document has no account token")
    }
}
