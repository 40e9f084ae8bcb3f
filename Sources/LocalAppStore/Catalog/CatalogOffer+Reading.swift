import Foundation

extension CatalogOffer {
    /// Reads a list of offers, none of which may have the identifier of another.
    static func list(_ nodes: [CatalogNode]) throws(CatalogError) -> [CatalogOffer] {
        try CatalogNode.requireDistinct(nodes.map { $0["offerID"] })
        return try nodes.map { node throws(CatalogError) in try CatalogOffer(node: node) }
    }

    init(node: CatalogNode) throws(CatalogError) {
        let mode = try Self.paymentMode(try node.object()["paymentMode"])
        let periods = node["numberOfPeriods"]
        self.init(
            internalID: try node["internalID"].optionalText(),
            id: try node["offerID"].optionalText(),
            referenceName: try node["referenceName"].optionalText(),
            paymentMode: mode,
            period: try node["subscriptionPeriod"].period(),
            numberOfPeriods: periods.isPresent ? try periods.count() : 1,
            price: try Self.price(node["displayPrice"], paid: mode),
            eligibility: try Self.eligibility(node["eligibility"]),
            isStackable: try node["isStackable"].flag()
        )
    }

    private static func paymentMode(_ node: CatalogNode) throws(CatalogError) -> PaymentMode {
        try node.choice(of: [
            "free": .freeTrial,
            "payAsYouGo": .payAsYouGo,
            "payUpFront": .payUpFront,
        ])
    }

    /// A free offer that once cost something keeps its old price in the file.
    private static func price(
        _ node: CatalogNode,
        paid mode: PaymentMode
    ) throws(CatalogError) -> Decimal {
        mode == .freeTrial ? 0 : try node.price()
    }

    private static func eligibility(_ node: CatalogNode) throws(CatalogError) -> Set<Eligibility> {
        let customers = try node.elements().map { node throws(CatalogError) in
            try node.choice(of: [
                "new": Eligibility.new,
                "existing": .existing,
                "expired": .expired,
            ])
        }
        return Set(customers)
    }
}
