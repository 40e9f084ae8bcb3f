/// What a receipt is to look like, as a refresh in the test environment may ask for it.
public struct ReceiptProperties: Sendable, Equatable, Codable {
    /// Whether the receipt has expired: it then says that it did so the day before it was made.
    public var isExpired: Bool
    /// Whether the app was taken back from the customer: the receipt then says that it expired as
    /// it was made, because receipts have no other word for it.
    public var isRevoked: Bool
    /// Whether the app was bought in volume.
    public var isVolumePurchase: Bool

    /// Describes a receipt; an ordinary one unless told otherwise.
    public init(
        isExpired: Bool = false,
        isRevoked: Bool = false,
        isVolumePurchase: Bool = false
    ) {
        self.isExpired = isExpired
        self.isRevoked = isRevoked
        self.isVolumePurchase = isVolumePurchase
    }
}

extension ReceiptProperties: Preference {
    static let preferenceName = "receiptProperties"

    enum CodingKeys: CodingKey {
        case isExpired
        case isRevoked
        case isVolumePurchase
    }

    /// Reads properties; those that are missing are an ordinary receipt's.
    public init(from decoder: any Decoder) throws {
        self.init()
        try read(try decoder.container(keyedBy: CodingKeys.self))
    }

    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.read(.isExpired, into: &isExpired)
        try fields.read(.isRevoked, into: &isRevoked)
        try fields.read(.isVolumePurchase, into: &isVolumePurchase)
    }
}
