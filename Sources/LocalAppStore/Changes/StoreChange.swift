/// What changed in a store since the last change an observer heard of.
public struct StoreChange: Sendable, Equatable {
    /// New entries, and entries that are not what they were, by number.
    public var entries: [LedgerEntry]
    /// The numbers of entries that are gone.
    public var removedIDs: [Int64]
    /// Whether all entries but those in `entries` are gone.
    public var isCleared: Bool
    /// Whether the settings may have changed.
    public var hasNewSettings: Bool
    /// Whether the customer began a purchase on the App Store that waits for the app.
    public var hasPurchaseIntents: Bool

    /// Makes a change; without arguments, one in which nothing changed.
    public init(
        entries: [LedgerEntry] = [],
        removedIDs: [Int64] = [],
        isCleared: Bool = false,
        hasNewSettings: Bool = false,
        hasPurchaseIntents: Bool = false
    ) {
        self.entries = entries
        self.removedIDs = removedIDs
        self.isCleared = isCleared
        self.hasNewSettings = hasNewSettings
        self.hasPurchaseIntents = hasPurchaseIntents
    }

    var isEmpty: Bool { self == StoreChange() }
}
