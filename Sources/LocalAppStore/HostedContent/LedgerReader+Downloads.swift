import GRDB

extension LedgerReader {
    /// The downloads of an entry that the ledger knows, in the order in which they were begun.
    func downloads(ofEntry id: Int64) throws -> [DownloadRecord] {
        try records(DownloadRecord.self, where: "entryID = ? ORDER BY id", [id])
    }

    func download(_ id: ContentDownload.ID) throws -> DownloadRecord? {
        try records(
            DownloadRecord.self,
            where: "entryID = ? AND contentIdentifier = ?",
            [id.entryID, id.contentIdentifier]
        ).first
    }

    /// The active downloads of all customers.
    func activeDownloads() throws -> [DownloadRecord] {
        try records(DownloadRecord.self, where: "state = 'active' ORDER BY id")
    }

    /// The finished downloads of a product, the newest first.
    func finishedDownloads(ofProduct productID: String) throws -> [DownloadRecord] {
        try records(
            DownloadRecord.self,
            where: """
                state = 'finished'
                AND entryID IN (SELECT id FROM entry WHERE customerID = ? AND productID = ?)
                ORDER BY id DESC
                """,
            [customerID, productID]
        )
    }

    /// The numbers of all customers' downloads.
    func downloadIDs() throws -> Set<Int64> {
        let statement = try database.cachedStatement(sql: "SELECT id FROM download")
        return try Set(
            Row.fetchAll(statement).map { row in
                try RowDecoder(row: row, table: "download", key: "id").integer("id")
            }
        )
    }

    /// The `id`s of the entries whose downloads changed after a revision.
    func entriesOfChangedDownloads(since revision: Int64) throws -> [Int64] {
        let changed = try records(
            DownloadRecord.self,
            where: """
                revision > ? AND entryID IN (SELECT id FROM entry WHERE +customerID = ?)
                ORDER BY +id
                """,
            [revision, customerID]
        )
        return changed.reduce(into: []) { ids, download in
            if !ids.contains(download.entryID) { ids.append(download.entryID) }
        }
    }
}

extension DownloadRecord: LedgerRecord {
    static let table = "download"

    init(_ row: RowDecoder) throws {
        let lengths = 0...HostedContent.lengthLimit
        id = try row.integer("id")
        entryID = try row.integer("entryID")
        contentIdentifier = try row.text("contentIdentifier")
        contentVersion = try row.text("contentVersion")
        contentLength = try row.integer("contentLength", in: lengths)
        state = try row.text("state", as: "a state", ContentDownload.State.init(rawValue:))
        receivedLength = try row.integer("receivedLength", in: lengths)
        let date = try row.optional("activeSince", row.date)
        activeSince = state == .active ? try row.date("activeSince") : date
        bytesPerSecond = try row.integer("bytesPerSecond", in: 1...Int64.max)
        let detail = try row.optional("failureDetail", row.text)
        failure = try row.optional("failureReason") {
            let reason = try row.text($0, as: "a reason", DownloadFailure.Reason.init(rawValue:))
            return DownloadFailure(reason, detail: detail)
        }
    }
}
