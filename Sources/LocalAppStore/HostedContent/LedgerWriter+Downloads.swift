import GRDB

extension LedgerWriter {
    /// Stores a download, which gets its number with the first change.
    func save(_ record: DownloadRecord) throws {
        if record.id == 0 {
            try execute(Self.downloadInsertion, record.values + [revision])
        } else {
            try execute(Self.downloadReplacement, record.values + [revision, record.id])
        }
    }

    /// Deletes the downloads of an entry; their files are removed afterwards.
    func deleteDownloads(ofEntry id: Int64) throws {
        try execute("DELETE FROM download WHERE entryID = ?", [id])
    }

    func deleteDownload(_ id: Int64) throws {
        try execute("DELETE FROM download WHERE id = ?", [id])
    }

    /// Deletes the downloads of the customer's entries.
    func deleteAllDownloads() throws {
        try execute(
            """
            DELETE FROM download
            WHERE entryID IN (SELECT id FROM entry WHERE customerID = ?)
            """,
            [customerID]
        )
    }

    private static let downloadColumns = [
        "entryID", "contentIdentifier", "contentVersion", "contentLength", "state",
        "receivedLength", "activeSince", "bytesPerSecond", "failureReason", "failureDetail",
        "revision",
    ]

    private static let downloadInsertion = """
        INSERT INTO download (\(downloadColumns.joined(separator: ", ")))
        VALUES (\(downloadColumns.map { _ in "?" }.joined(separator: ", ")))
        """

    private static let downloadReplacement = """
        UPDATE download SET \(downloadColumns.map { "\($0) = ?" }.joined(separator: ", "))
        WHERE id = ?
        """
}

extension DownloadRecord {
    /// The values of the columns except `id` and `revision`, in the order of the columns.
    fileprivate var values: [(any DatabaseValueConvertible)?] {
        [
            entryID, contentIdentifier, contentVersion, contentLength, state.rawValue,
            receivedLength, activeSince?.milliseconds, bytesPerSecond, failure?.reason.rawValue,
            failure?.detail,
        ]
    }
}
