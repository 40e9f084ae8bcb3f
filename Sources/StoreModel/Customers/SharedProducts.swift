/// The shareable products when a store last decided about the families' access.
package struct SharedProducts: Preference {
    package static let preferenceName = "sharedProducts"

    /// Whether each product was shareable; others are unknown.
    package var isShareable: [String: Bool] = [:]

    package init() {}

    package enum CodingKeys: CodingKey {
        case isShareable
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isShareable, into: &isShareable)
    }
}

extension SharedProducts {
    package init(_ catalog: Catalog) {
        isShareable = Dictionary(
            catalog.products.map { ($0.id, $0.isFamilyShareable) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
