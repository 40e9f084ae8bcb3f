/// The app's choice of promoted products that the App Store shows on this device.
package struct PromotionChoices: Sendable, Equatable, Encodable {
    /// The products that the app shows or hides; others are shown as configured for all devices.
    package var isShown: [String: Bool]
    /// The order of the promoted products; empty if the app chose none.
    package var order: [String]

    package init(isShown: [String: Bool] = [:], order: [String] = []) {
        self.isShown = isShown
        self.order = order
    }
}

extension PromotionChoices: Preference {
    package static let preferenceName = "promotion"

    package enum CodingKeys: CodingKey {
        case isShown
        case order
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isShown, into: &isShown)
        try fields.decode(.order, into: &order)
    }
}
