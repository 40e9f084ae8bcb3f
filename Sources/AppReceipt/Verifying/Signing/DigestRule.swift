/// The digest algorithm is strong enough and everywhere the same.
struct DigestRule {
    let minimum: ReceiptDigest

    func check(_ envelope: Envelope) throws(ReceiptVerdict.Refusal) {
        let signer = envelope.signer
        guard envelope.declaredDigest == signer.digest else {
            throw refusal(
                "the message names \(envelope.declaredDigest), its signer \(signer.digest)"
            )
        }
        guard signer.signatureDigest.map({ $0 == signer.digest }) ?? true else {
            throw refusal("the signature's algorithm names another digest than the signer")
        }
        guard signer.digest >= minimum else {
            throw refusal("\(signer.digest) is weaker than \(minimum)")
        }
    }

    private func refusal(_ reason: String) -> ReceiptVerdict.Refusal {
        .init(rule: .digest, reason: reason)
    }
}
