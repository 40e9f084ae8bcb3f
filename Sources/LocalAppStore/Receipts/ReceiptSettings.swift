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
