import EntitlementModel
import Foundation
package import PostgreSQL

/// Reads all recorded documents, in the order of their arrival.
package struct DocumentExport: Sendable {
    private static let page = 500

    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Passes each document on as a JSON object in one line, with the document as it was signed.
    package func forEachLine(_ body: (String) throws -> Void) async throws {
        var place = DocumentLog.Place()
        while true {
            let rows = try await database.query(DocumentLog.page(after: place, limit: Self.page))
                .map(LoggedDocument.decode)
            guard let last = rows.last else { return }
            place = DocumentLog.Place(arrival: last.1, id: last.0.id)
            for (document, _) in rows { try body(document.json) }
        }
    }
}

extension LoggedDocument {
    fileprivate var json: String {
        """
        {"id":\(JSONText.quoted(id.uuidString.lowercased())),\
        "app":\(JSONText.quoted(scope.app)),\
        "environment":\(JSONText.quoted(scope.environment.rawValue)),\
        "kind":\(JSONText.quoted(kind.rawValue)),"document":\(JSONText.quoted(content))}
        """
    }
}
