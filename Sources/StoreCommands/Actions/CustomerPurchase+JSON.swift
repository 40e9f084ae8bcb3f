import Foundation
package import LocalAppStore
package import StrictJSON

extension CustomerPurchase {
    /// The members of a purchase, beside its product.
    package static let memberNames = [
        "quantity", "seats", "appAccountToken", "billingPlan", "offer",
    ]

    /// Reads the members of a purchase.
    package init(ofProduct productID: String, _ node: JSONNode) throws(JSONMismatch) {
        self.init(productID: productID)
        quantity = try node["quantity"].given?.integer(in: 1...10) ?? 1
        seatCount = try node["seats"].given?.seatCount()
        applicationUsername = try node["appAccountToken"].given?.uuid().uuidString.lowercased()
        billingPlan =
            try node["billingPlan"].given?.choice(of: BillingPlan.allCases, named: \.name)
            ?? .upFront
        offer = try node["offer"].given.map(Offer.init)
    }
}

extension BillingPlan {
    /// The name in JSON and command lines.
    package var name: String { "\(self)" }

    /// Makes the plan of a name; `nil` for another string.
    package init?(named name: String) {
        guard let plan = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = plan
    }
}

extension CustomerPurchase.Offer {
    /// The offers that a customer or an app chooses, by kind; an introductory one applies unasked.
    private static let makers: KeyValuePairs<String, @Sendable (String) -> Self> = [
        OfferName.Kind.promotional.rawValue: { .promotional(id: $0) },
        OfferName.Kind.code.rawValue: { .code(referenceName: $0) },
        OfferName.Kind.winBack.rawValue: { .winBack(id: $0) },
    ]

    /// Makes an offer of its name in a command line, such as `code:Friends`; `nil` for another
    /// string.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let maker = Self.makers.first(where: { $0.key == parts[0] })
        else { return nil }
        self = maker.value(parts[1])
    }

    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        try node.object(of: "kind", "id")
        let make = try node["kind"].choice(of: Self.makers)
        self = make(try node["id"].plainText())
    }
}
