import Foundation

extension PromotionalOfferSignature {
    /// Finds out which field the signer wrote differently, by trying the usual mistakes.
    func mistake(in message: Message, key: PromotionalOfferKey) -> String? {
        message.mistakes.first { verifies($0.data, with: key) }?.description
    }
}

extension PromotionalOfferSignature.Message {
    /// Common mistakes of signers, with their descriptions.
    fileprivate var mistakes: [(data: Data, description: String)] {
        let name = applicationUsername
        return [
            (replacing(.nonce, by: nonce.uuidString), "with a nonce in upper case"),
            (replacing(.user, by: name), "with a user name that is not in lower case"),
            (replacing(.user, by: name.uppercased()), "with a user name in upper case"),
            (replacing(.user, by: name.lowercased()), "with σ at the end of the user name"),
            (replacing(.user, by: ""), "without the user name"),
            (withoutUser, "without a field for the user name"),
            (replacing(.timestamp, by: "\(timestamp / 1000)"), "with a timestamp in seconds"),
            (replacing(.key, by: ""), "without the key identifier"),
            (swapped, "with the identifiers of product and offer in the wrong order"),
            (Self.data(fields, separator: ""), "without separators"),
        ]
    }

    /// The places of fields in the order of the message.
    private enum Place: Int {
        case key = 1
        case product = 2
        case offer = 3
        case user = 4
        case nonce = 5
        case timestamp = 6
    }

    private func replacing(_ place: Place, by text: String) -> Data {
        var fields = fields
        fields[place.rawValue] = text
        return Self.data(fields)
    }

    private var withoutUser: Data {
        var fields = fields
        fields.remove(at: Place.user.rawValue)
        return Self.data(fields)
    }

    private var swapped: Data {
        var fields = fields
        fields.swapAt(Place.product.rawValue, Place.offer.rawValue)
        return Self.data(fields)
    }
}
