import AppReceipt
import Foundation
import JWSDocuments

/// Verifies a text as a document of each kind, by a verifier that remembers certificates and by a
/// new one.
struct DocumentJudge: Sendable {
    private let roots: TrustedRoots
    private let policy = JWSPolicy(
        bundleIdentifier: "com.example.app",
        environments: [.sandbox, .production(appAppleIdentifier: 1_234_567_890)]
    )
    private let known: JWSVerifier

    init(root: [UInt8]) throws {
        roots = try TrustedRoots([root])
        known = JWSVerifier(trustedRoots: roots, policy: policy)
    }

    /// The payloads as they were signed, of each kind that the text is verified as.
    func verifiedPayloads(of text: String) -> [Data] {
        let payloads = [
            payload(JWS<TransactionPayload>(text)) { verifier, jws throws(JWSRefusal) in
                try verifier.verify(
                    jws,
                    productIdentifier: .unchecked,
                    appAccountToken: .unchecked
                )
            },
            payload(JWS<RenewalInfoPayload>(text)) { verifier, jws throws(JWSRefusal) in
                try verifier.verify(
                    jws,
                    originalTransactionIdentifier: .unchecked,
                    productIdentifier: .unchecked,
                    appAccountToken: .unchecked
                )
            },
            payload(JWS<AppTransactionPayload>(text)) { verifier, jws throws(JWSRefusal) in
                try verifier.verify(jws)
            },
            payload(JWS<NotificationPayload>(text)) { verifier, jws throws(JWSRefusal) in
                try verifier.verify(jws).notification
            },
        ]
        return payloads.compactMap { $0 }
    }

    /// The verdict, which is the same with and without remembered certificates.
    private func payload<Payload>(
        _ jws: JWS<Payload>,
        _ verify: (JWSVerifier, JWS<Payload>) throws(JWSRefusal) -> VerifiedJWS<Payload>
    ) -> Data? {
        let fresh = JWSVerifier(trustedRoots: roots, policy: policy)
        let verdict = Result { () throws(JWSRefusal) in try verify(fresh, jws) }
        guard Result(catching: { () throws(JWSRefusal) in try verify(known, jws) }) == verdict
        else { fatalError("a remembered certificate changes \(verdict)") }
        let decoded = try? jws.unverifiedPayload()
        guard case .success(let verified) = verdict else { return nil }
        guard decoded == verified.payload else {
            fatalError("the verified payload is another than the unverified")
        }
        issueAgain(verified.payload)
        return verified.jsonRepresentation
    }

    /// What is issued decodes as what it was issued of, with dates in whole milliseconds.
    private func issueAgain<Payload: JWSPayload>(_ payload: Payload) {
        guard let issued = try? Self.issuer?.issue(payload) else { return }
        let decoded = try? issued.unverifiedPayload()
        guard decoded == payload || areSame(decoded as Any, payload) else {
            fatalError("issued \(payload), and decodes as another")
        }
    }

    /// Whether two values differ in nothing but fractions of milliseconds.
    private func areSame(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? Date, let right = right as? Date {
            return abs(left.timeIntervalSince(right)) < 0.001
        }
        let (parts, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
        if case .optional = parts.displayStyle, others.displayStyle != .optional {
            return parts.children.first.map { areSame($0.value, right) } ?? false
        }
        guard !parts.children.isEmpty || !others.children.isEmpty else {
            return "\(left)" == "\(right)"
        }
        return parts.children.count == others.children.count
            && zip(parts.children, others.children).allSatisfy { areSame($0.value, $1.value) }
    }

    private static let issuer = try? JWSIssuer(identity: Documents.makeIdentity())
}
