import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    /// The recorded downloads of an entry, in the order of their starts.
    package func downloads(ofEntry id: Int64) throws -> [DownloadRecord] {
        try records(where: "entryID = ? ORDER BY id", [id])
    }

    package func download(_ id: ContentDownload.ID) throws -> DownloadRecord? {
        try record(
            where: "entryID = ? AND contentIdentifier = ?",
            [id.entryID, id.contentIdentifier]
        )
    }

    package func activeDownloads() throws -> [DownloadRecord] {
        try records(where: "state = 'active' ORDER BY id")
    }

    /// The finished downloads of a product, the newest first.
    package func finishedDownloads(ofProduct productID: String) throws -> [DownloadRecord] {
        try records(
            where: """
                state = 'finished'
                AND entryID IN (SELECT id FROM entry WHERE customerID = ? AND productID = ?)
                ORDER BY id DESC
                """,
            [customerID, productID]
        )
    }

    package func downloadIDs() throws -> Set<Int64> {
        try Set(rows("SELECT id FROM download", of: "download") { try $0.integer("id") })
    }

    /// The `id`s of the entries whose downloads changed after a revision.
    func entriesOfChangedDownloads(since revision: Int64) throws -> [Int64] {
        let changed: [DownloadRecord] = try records(
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
        let content = HostedContent(
            identifier: try row.value("contentIdentifier"),
            version: try row.value("contentVersion")
        )
        let lengths = 0...HostedContent.lengthLimit
        self.init(
            waitingFor: content,
            length: try row.integer("contentLength", in: lengths),
            entryID: try row.integer("entryID")
        )
        id = try row.integer("id")
        state = try row.value("state")
        receivedLength = try row.integer("receivedLength", in: lengths)
        activeSince = try row.value("activeSince")
        if state == .active { activeSince = try row.value("activeSince") as Date }
        bytesPerSecond = try row.integer("bytesPerSecond", in: 1...Int64.max)
        let detail: String? = try row.value("failureDetail")
        failure = try row.optional("failureReason") {
            DownloadFailure(try row.value($0), detail: detail)
        }
    }
}

extension ContentDownload.State: ColumnValue {}
extension DownloadFailure.Reason: ColumnValue {}

extension LedgerWriter {
    /// Stores a download; the first change assigns its number.
    package func save(_ record: DownloadRecord) throws {
        let values = try DownloadRecord.columns.map { try $0.value(record) } + [revision]
        if record.id == 0 {
            try execute(Self.downloadInsertion, values)
        } else {
            try execute(Self.downloadReplacement, values + [record.id])
        }
    }

    package func deleteDownload(_ id: Int64) throws {
        try execute("DELETE FROM download WHERE id = ?", [id])
    }

    private static let downloadColumns = DownloadRecord.columns.map(\.name) + ["revision"]

    private static let downloadInsertion = """
        INSERT INTO download (\(downloadColumns.listed)) VALUES (\(downloadColumns.marks))
        """

    private static let downloadReplacement = """
        UPDATE download SET \(downloadColumns.map { "\($0) = ?" }.listed) WHERE id = ?
        """
}

extension DownloadRecord {
    /// The columns except `id` and `revision`.
    fileprivate static let columns: [LedgerColumn<DownloadRecord>] = [
        .init("entryID") { $0.entryID },
        .init("contentIdentifier") { $0.contentIdentifier },
        .init("contentVersion") { $0.contentVersion },
        .init("contentLength") { $0.contentLength },
        .init("state") { $0.state.rawValue },
        .init("receivedLength") { $0.receivedLength },
        .init("activeSince") { $0.activeSince?.milliseconds },
        .init("bytesPerSecond") { $0.bytesPerSecond },
        .init("failureReason") { $0.failure?.reason.rawValue },
        .init("failureDetail") { $0.failure?.detail },
    ]
}
