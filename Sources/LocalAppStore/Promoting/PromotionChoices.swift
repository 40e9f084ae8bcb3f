/// Which promoted products the App Store shows on this device, as the app chose.
public struct PromotionChoices: Sendable, Equatable, Codable {
    /// The products that the app shows or hides; every other one shows as it was set up for
    /// everybody.
    public var isShown: [String: Bool]
    /// The order of the promoted products; empty when the app chose none.
    public var order: [String]

    /// Makes choices; without arguments, none.
    public init(isShown: [String: Bool] = [:], order: [String] = []) {
        self.isShown = isShown
        self.order = order
    }
}

extension PromotionChoices: Preference {
    static let preferenceName = "promotion"

    enum CodingKeys: CodingKey {
        case isShown
        case order
    }

    /// Reads choices; those that are missing were not made.
    public init(from decoder: any Decoder) throws {
        self.init()
        try read(try decoder.container(keyedBy: CodingKeys.self))
    }

    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.read(.isShown, into: &isShown)
        try fields.read(.order, into: &order)
    }
}
