import GRDB

/// A change of a store, relative to the change that was delivered before.
public struct StoreChange: Sendable, Equatable {
    /// New and changed entries, sorted by `id`.
    public var entries: [LedgerEntry]
    /// New and changed subscriptions, by their first transactions.
    public var subscriptions: [CustomerSubscription]
    /// The `id`s of removed entries.
    public var removedIDs: [Int64]
    /// Whether all entries except those in `entries` were removed.
    public var isCleared: Bool
    /// Whether the settings may have changed.
    public var hasNewSettings: Bool
    /// Whether the customer began a purchase on the App Store that the app has yet to continue.
    public var hasPurchaseIntents: Bool
    /// The `id`s of the entries whose downloads changed or made progress.
    public var downloadEntryIDs: [Int64]

    /// Makes a change; by default an empty one.
    public init(
        entries: [LedgerEntry] = [],
        subscriptions: [CustomerSubscription] = [],
        removedIDs: [Int64] = [],
        isCleared: Bool = false,
        hasNewSettings: Bool = false,
        hasPurchaseIntents: Bool = false,
        downloadEntryIDs: [Int64] = []
    ) {
        self.entries = entries
        self.subscriptions = subscriptions
        self.removedIDs = removedIDs
        self.isCleared = isCleared
        self.hasNewSettings = hasNewSettings
        self.hasPurchaseIntents = hasPurchaseIntents
        self.downloadEntryIDs = downloadEntryIDs
    }

    var isEmpty: Bool { self == StoreChange() }
}

/// A subscription to a store's changes; it ends when it is cancelled or released.
public final class StoreObservation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the observation; a change that is being delivered at this moment still arrives.
    public func cancel() {
        end()
    }
}

extension LedgerReader {
    /// The changes after a revision, as far as they concern the customer.
    func change(since revision: Int64) throws -> StoreChange {
        var change = StoreChange()
        change.entries = try entries(.changed, [revision])
        change.subscriptions = try subscriptions(changedSince: revision)
        let statement = try database.cachedStatement(
            sql: "SELECT rowid, entryID FROM removal WHERE customerID = ? AND revision > ?"
        )
        let arguments: StatementArguments = [customerID, revision]
        let removals = try Row.fetchAll(statement, arguments: arguments).map { row in
            let removal = RowDecoder(row: row, table: "removal", key: "rowid")
            return try removal.optional("entryID") { try removal.integer($0) }
        }
        change.removedIDs = removals.compactMap { $0 }
        change.isCleared = removals.contains(nil)
        change.hasPurchaseIntents = try hasPurchaseIntents(since: revision)
        change.hasNewSettings = try hasNewPreferences(since: revision)
        change.downloadEntryIDs = try entriesOfChangedDownloads(since: revision)
        return change
    }

    private func hasPurchaseIntents(since revision: Int64) throws -> Bool {
        let condition = "customerID = ? AND revision > ?"
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent WHERE \(condition))"
        )
        return try Bool.fetchOne(statement, arguments: [customerID, revision]) ?? false
    }

    func hasNewPreferences(since revision: Int64) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM preference WHERE revision > ?)"
        )
        return try Bool.fetchOne(statement, arguments: [revision]) ?? false
    }
}
