import Foundation

extension CatalogOffer {
    /// Reads a list of offers; of several with one identifier, as Xcode writes them for several
    /// billing plans, the first.
    static func list(_ nodes: [CatalogNode]) throws(CatalogError) -> [CatalogOffer] {
        var identifiers: Set<[UInt8]> = []
        return try nodes.map { node throws(CatalogError) in try CatalogOffer(node: node) }
            .filter { offer in
                offer.id.map { identifiers.insert([UInt8]($0.utf8)).inserted } ?? true
            }
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

    /// A free offer that once cost something keeps its old price in the file; Xcode writes one
    /// without a price as "".
    private static func price(
        _ node: CatalogNode,
        paid mode: PaymentMode
    ) throws(CatalogError) -> Decimal {
        mode == .freeTrial || node.value == .string("") ? 0 : try node.price()
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
