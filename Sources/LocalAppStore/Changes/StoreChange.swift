/// What changed in a store since the last change an observer heard of.
public struct StoreChange: Sendable, Equatable {
    /// New entries, and entries that are not what they were, by number.
    public var entries: [LedgerEntry] = []
    /// The numbers of entries that are gone.
    public var removedIDs: [Int64] = []
    /// Whether all entries but those in `entries` are gone.
    public var isCleared = false
    /// Whether the settings may have changed.
    public var hasNewSettings = false
    /// Whether the customer began a purchase on the App Store that waits for the app.
    public var hasPurchaseIntents = false

    var isEmpty: Bool { self == StoreChange() }
}
