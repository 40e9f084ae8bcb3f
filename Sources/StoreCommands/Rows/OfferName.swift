package import LocalAppStore
package import StrictJSON

/// An offer as a purchase requests it, such as `winBack:spring`.
package struct OfferName: Equatable, Sendable {
    package let kind: Kind
    /// The identifier, or the reference name of a code; an introductory offer has none.
    package let id: String?

    /// The kind of an offer, by the way in which customers get it.
    package enum Kind: String, Sendable, CaseIterable {
        case introductory
        case promotional
        case code
        case winBack
    }

    /// The offer as a command line names it.
    package var text: String { [kind.rawValue, id].compactMap { $0 }.joined(separator: ":") }

    package var json: JSONValue { .members(members) }

    var members: [String: JSONValue?] {
        ["kind": .string(kind.rawValue), "id": id.map(JSONValue.string)]
    }
}

extension OfferName {
    package init(of offer: LedgerEntry.Offer) {
        switch offer {
        case .introductory: self.init(kind: .introductory, id: nil)
        case .promotional(let id): self.init(kind: .promotional, id: id)
        case .code(let referenceName): self.init(kind: .code, id: referenceName)
        case .winBack(let id): self.init(kind: .winBack, id: id)
        }
    }
}
