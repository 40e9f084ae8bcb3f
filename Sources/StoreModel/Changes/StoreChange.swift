/// A change of a store, relative to the change that was delivered before.
public struct StoreChange: Sendable, Equatable {
    /// New and changed entries, sorted by `id`.
    public var entries: [LedgerEntry]
    /// The `id`s of those among `entries` of which more has changed than their delivery: whether
    /// they are finished, or their revocation was delivered.
    package var changedIDs: Set<Int64>
    /// New and changed subscriptions, by their first transactions.
    public var subscriptions: [CustomerSubscription]
    /// The `id`s of removed entries.
    package var removedIDs: [Int64]
    /// Whether all entries except those in `entries` were removed.
    package var isCleared: Bool
    /// Whether the settings may have changed.
    package var hasNewSettings: Bool
    /// Whether the customer began a purchase on the App Store that the app has yet to continue.
    package var hasPurchaseIntents: Bool
    /// The `id`s of the entries whose downloads changed or made progress.
    package var downloadEntryIDs: [Int64]

    /// Makes a change; by default an empty one.
    package init(
        entries: [LedgerEntry] = [],
        changedIDs: Set<Int64> = [],
        subscriptions: [CustomerSubscription] = [],
        removedIDs: [Int64] = [],
        isCleared: Bool = false,
        hasNewSettings: Bool = false,
        hasPurchaseIntents: Bool = false,
        downloadEntryIDs: [Int64] = []
    ) {
        self.entries = entries
        self.changedIDs = changedIDs
        self.subscriptions = subscriptions
        self.removedIDs = removedIDs
        self.isCleared = isCleared
        self.hasNewSettings = hasNewSettings
        self.hasPurchaseIntents = hasPurchaseIntents
        self.downloadEntryIDs = downloadEntryIDs
    }

    package var isEmpty: Bool { self == StoreChange() }
}
