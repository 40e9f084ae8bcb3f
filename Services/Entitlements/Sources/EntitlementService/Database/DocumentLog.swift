import EntitlementModel
import Foundation
import PostgreSQL

/// A document that was verified, for the log.
struct LoggedDocument: Hashable, Sendable {
    /// The kind of a document.
    enum Kind: String, Sendable {
        case notification
        case transaction
        case renewalInfo
        case receipt
        /// The digest of a document about a person who was erased.
        case erased
    }

    let scope: PurchaseScope
    /// The original transaction, or the identifier where there is none.
    let shardKey: String
    /// The `notificationUUID`, or one that is derived from an uploaded document.
    let id: UUID
    let kind: Kind
    var type: String?
    var subtype: String?
    let signingDate: Milliseconds
    /// The document as it was signed.
    let content: String
}

/// The tables of documents, each recorded once.
enum DocumentLog {
    /// Records the identifier of a document; changes no row if it is known.
    static func identify(_ document: LoggedDocument) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.inbox (app, environment, shard_key, id)
            VALUES ($1::text, $2::text, $3::text, $4::uuid)
            ON CONFLICT DO NOTHING
            """,
            key(of: document)
        )
    }

    /// Inserts a document whose identifier is new.
    static func insert(_ document: LoggedDocument) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.document (app, environment, shard_key, id, kind, type,
                subtype, signed_at, content)
            VALUES ($1::text, $2::text, $3::text, $4::uuid, $5::text, $6::text, $7::text,
                $8::bigint, $9::text)
            """,
            key(of: document) + [
                .text(document.kind.rawValue), .text(document.type), .text(document.subtype),
                .integer(document.signingDate), .text(document.content),
            ]
        )
    }

    private static func key(of document: LoggedDocument) -> [SQLValue] {
        document.scope.values + [.text(document.shardKey), .uuid(document.id)]
    }

    /// A page of documents in the order of their arrival, with the place of the last one.
    static func page(after place: Place, limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, shard_key, id, kind, type, subtype, signed_at, content,
                received_at::text
            FROM entitlements.document
            WHERE (received_at, id) > ($1::timestamptz, $2::uuid)
            ORDER BY received_at, id LIMIT $3::bigint
            """,
            [.text(place.arrival), .uuid(place.id), .integer(Int64(limit))]
        )
    }

    /// Reads the newest documents about a purchase, without their content.
    static func newest(of key: PurchaseKey, limit: Int) -> Statement {
        Statement(
            """
            SELECT id, kind, type, subtype, signed_at,
                (extract(epoch FROM received_at) * 1000)::bigint
            FROM entitlements.document
            WHERE app = $1::text AND environment = $2::text AND shard_key = $3::text
            ORDER BY signed_at DESC, id LIMIT $4::bigint
            """,
            key.values + [.integer(Int64(limit))]
        )
    }

    /// A place in the order of arrival.
    struct Place: Hashable, Sendable {
        var arrival = "-infinity"
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}

/// All documents in the order of their arrival, page by page.
struct DocumentPages {
    private static let limit = 500

    private let read: (Statement) async throws -> SQLResult
    private var place = DocumentLog.Place()

    /// - Parameter read: Runs the query of a page.
    init(read: @escaping (Statement) async throws -> SQLResult) {
        self.read = read
    }

    /// The next page; `nil` after the last one.
    mutating func next() async throws -> [LoggedDocument]? {
        let rows = try await read(DocumentLog.page(after: place, limit: Self.limit))
            .map(LoggedDocument.decode)
        guard let last = rows.last else { return nil }
        place = DocumentLog.Place(arrival: last.1, id: last.0.id)
        return rows.map(\.0)
    }
}

extension LoggedDocument {
    /// Reads a row of a page, and when it arrived.
    fileprivate static func decode(_ row: inout SQLRow) throws(SQLError) -> (LoggedDocument, String)
    {
        let scope = try row.nextScope()
        let shardKey: String = try row.next()
        let id: UUID = try row.next()
        let name: String = try row.next()
        guard let kind = Kind(rawValue: name) else {
            throw .decoding("unknown kind of document \(name)")
        }
        let document = LoggedDocument(
            scope: scope,
            shardKey: shardKey,
            id: id,
            kind: kind,
            type: try row.nextIfPresent(),
            subtype: try row.nextIfPresent(),
            signingDate: try row.next(),
            content: try row.next()
        )
        return (document, try row.next())
    }
}
