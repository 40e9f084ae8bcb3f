import EntitlementModel
import Foundation
package import PostgreSQL

/// Reads all recorded documents, in the order of their arrival.
package struct DocumentExport: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Passes each document on as a JSON object in one line, with the document as it was signed.
    package func forEachLine(_ body: (String) throws -> Void) async throws {
        var pages = DocumentPages { try await database.query($0) }
        while let documents = try await pages.next() {
            for document in documents { try body(document.json) }
        }
    }
}

extension LoggedDocument {
    fileprivate var json: String {
        JSON.object([
            "id": .id(id),
            "app": .string(scope.app),
            "environment": .string(scope.environment.rawValue),
            "kind": .string(kind.rawValue),
            "document": .string(content),
        ]).text
    }
}
