/// What a tester has set for a store's receipts and its verifyReceipt; kept with the ledger.
public struct ReceiptSettings: Sendable, Equatable, Codable {
    /// Whether the store plays the App Store itself, and not its sandbox.
    ///
    /// Its receipts then say so, and the sandbox's verifyReceipt refuses them with 21008.
    public var isProduction = false
    /// The app's shared secret, which verifyReceipt then asks for; `nil` takes any, and none.
    public var sharedSecret: String?
    /// What verifyReceipt answers to every question, in place of a judgement.
    public var plannedAnswer: PlannedAnswer?

    /// Makes the settings of a new store: a sandbox without a secret, in which nothing goes wrong.
    public init() {}
}

extension ReceiptSettings: Preference {
    static let preferenceName = "receipts"

    enum CodingKeys: CodingKey {
        case isProduction
        case sharedSecret
        case plannedAnswer
    }

    /// Reads settings; those that are missing are a new store's.
    public init(from decoder: any Decoder) throws {
        self.init()
        try read(try decoder.container(keyedBy: CodingKeys.self))
    }

    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.read(.isProduction, into: &isProduction)
        try fields.read(.sharedSecret, into: &sharedSecret)
        try fields.read(.plannedAnswer, into: &plannedAnswer)
    }
}
