extension CatalogNode {
    /// Checks that no text stands at two of the places; a place without text has nothing to repeat.
    static func requireDistinct(_ nodes: [CatalogNode]) throws(CatalogError) {
        var places: [ExactText: String] = [:]
        for node in nodes {
            guard case .string(let text) = node.value else { continue }
            if let place = places.updateValue(node.path, forKey: ExactText(text)) {
                let expected = "an identifier unlike that of \(place)"
                throw node.failure(expected: expected)
            }
        }
    }
}
