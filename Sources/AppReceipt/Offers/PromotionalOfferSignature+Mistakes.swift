import Foundation

extension PromotionalOfferSignature {
    /// Finds out which field the signer wrote differently, by trying the usual mistakes.
    func mistake(in message: Message, key: PromotionalOfferKey) -> String? {
        message.mistakes.first { verifies($0.data, with: key) }?.description
    }
}

extension PromotionalOfferSignature.Message {
    /// The places of fields in the order of the message.
    private static let (key, product, offer, user, nonce, timestamp) = (1, 2, 3, 4, 5, 6)

    /// Common mistakes of signers, with their descriptions.
    fileprivate var mistakes: [(data: Data, description: String)] {
        let name = applicationUsername
        return [
            (with { $0[Self.nonce] = nonce.uuidString }, "with a nonce in upper case"),
            (with { $0[Self.user] = name }, "with a user name that is not in lower case"),
            (with { $0[Self.user] = name.uppercased() }, "with a user name in upper case"),
            (with { $0[Self.user] = name.lowercased() }, "with σ at the end of the user name"),
            (with { $0[Self.user] = "" }, "without the user name"),
            (with { $0.remove(at: Self.user) }, "without a field for the user name"),
            (
                with { $0[Self.timestamp] = "\(timestamp / 1000)" },
                "with a timestamp in seconds"
            ),
            (with { $0[Self.key] = "" }, "without the key identifier"),
            (
                with { $0.swapAt(Self.product, Self.offer) },
                "with the identifiers of product and offer in the wrong order"
            ),
            (Self.data(fields, separator: ""), "without separators"),
        ]
    }

    private func with(_ mistake: (inout [String]) -> Void) -> Data {
        var fields = fields
        mistake(&fields)
        return Self.data(fields)
    }
}
