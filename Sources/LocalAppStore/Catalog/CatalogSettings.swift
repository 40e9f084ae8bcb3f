/// What a session starts from and returns to when it is reset.
public struct CatalogSettings: Sendable, Equatable {
    /// How fast subscriptions run; real time unless told otherwise.
    public var timeRate: TimeRate

    /// The locale of the customer; `en_US` unless told otherwise.
    public var localeIdentifier: String

    /// The storefront as an ISO 3166-1 alpha-3 code; it may disagree with the locale.
    ///
    /// It is `USA` unless told otherwise.
    public var storefront: String

    /// Whether each purchase waits for the approval of a parent.
    public var isAskToBuyEnabled: Bool

    /// Whether each purchase is interrupted by an issue that the customer must resolve.
    public var areInterruptedPurchasesEnabled: Bool

    /// Whether each purchase fails.
    public var failsTransactions: Bool

    /// The `SKError` code that purchases fail with; `nil` stands for 0, unknown.
    public var failureCode: Int?

    /// Whether renewals fail for billing and enter billing retry.
    public var isBillingRetryEnabled: Bool

    /// Whether billing retry begins with a grace period.
    public var isGracePeriodEnabled: Bool

    /// Whether purchases need no confirmation.
    public var areDialogsDisabled: Bool

    /// Makes settings in code: everything goes well, in real time, in the United States, unless
    /// told otherwise.
    public init(
        timeRate: TimeRate = .realTime,
        localeIdentifier: String = "en_US",
        storefront: String = "USA",
        isAskToBuyEnabled: Bool = false,
        areInterruptedPurchasesEnabled: Bool = false,
        failsTransactions: Bool = false,
        failureCode: Int? = nil,
        isBillingRetryEnabled: Bool = false,
        isGracePeriodEnabled: Bool = false,
        areDialogsDisabled: Bool = false
    ) {
        self.timeRate = timeRate
        self.localeIdentifier = localeIdentifier
        self.storefront = storefront
        self.isAskToBuyEnabled = isAskToBuyEnabled
        self.areInterruptedPurchasesEnabled = areInterruptedPurchasesEnabled
        self.failsTransactions = failsTransactions
        self.failureCode = failureCode
        self.isBillingRetryEnabled = isBillingRetryEnabled
        self.isGracePeriodEnabled = isGracePeriodEnabled
        self.areDialogsDisabled = areDialogsDisabled
    }
}
