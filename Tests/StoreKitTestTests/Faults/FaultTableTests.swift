import Foundation
import StoreKitTest
import StoreTesting
import Testing

@testable import LocalAppStore

@Suite("What an app sees of each fault", .timeLimit(.minutes(10)))
struct FaultTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let point: FaultPlan.Point
        let failure: FaultPlan.Failure

        var testDescription: String { "\(failure) at \(point.rawValue)" }
    }

    /// Articles of `LocalAppStoreServer` and `LocalAppStore` describe faults of a back end.
    static let rows = FaultPlan.Point.allCases
        .filter { $0 != .serverRequest && $0 != .notification }
        .flatMap { point in
            point.failures.map { Row(point: point, failure: .sample(of: $0)) }
        }

    @Test("It is what the article says, and nothing is lost", .separateStore, arguments: rows)
    func outcome(row: Row) async throws {
        let folder = try TemporaryFolder()
        let session = try SKTestSession(
            contentsOf: try HostedProducts.file(in: folder),
            clock: .system()
        )
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(row.point, row.failure)])
        let outcome = try await FaultedApp(session).outcome(at: row.point)
        let kind = row.failure.kind.rawValue
        let expected = try FaultArticle.outcome(of: kind, at: row.point.rawValue)
        #expect(outcome == expected)
        #expect(session.faultLog.events(at: row.point).first?.failure == row.failure)
    }

    @Test("The article has no other rows")
    func completeness() throws {
        let rows = try FaultArticle.rows()
        #expect(rows.count == Self.rows.count)
    }
}

/// The table of the article on faults.
enum FaultArticle {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Sources/StoreTesting/Documentation.docc/Faults.md")

    /// Rows as point, failure and outcome.
    static func rows() throws -> [[String]] {
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        .filter { $0.count == 3 }
    }

    static func outcome(of failure: String, at point: String) throws -> String? {
        try rows().first { $0[0] == "`\(point)`" && $0[1] == "`\(failure)`" }?[2]
    }
}

/// A configuration whose product has content to download.
enum HostedProducts {
    static func file(in folder: TemporaryFolder) throws -> URL {
        let pictures = folder.file("Pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try Data("A picture.".utf8).write(to: pictures.appendingPathComponent("picture.txt"))
        let declaration = """
            {"content": [{"productID": "\(SampleProducts.colours)", "folder": "Pictures"}]}
            """
        try Data(declaration.utf8).write(to: folder.file("Products.hosted.json"))
        let products = folder.file("Products.storekit")
        try Data(contentsOf: SampleProducts.file).write(to: products)
        return products
    }
}

extension FaultPlan.Failure {
    /// A short failure of each kind.
    fileprivate static func sample(of kind: Kind) -> Self {
        switch kind {
        case .storeError: .storeError(.paymentNotAllowed)
        case .networkDown: .networkDown
        case .slow: .slow(seconds: 0.01)
        case .timeout: .timeout(seconds: 0.01)
        case .httpStatus: .httpStatus(503)
        case .malformedAnswer: .malformedAnswer
        case .emptyAnswer: .emptyAnswer
        case .noAnswer: .noAnswer
        case .customerCancels: .customerCancels
        case .failedCommit: .failedCommit
        case .uncertainCommit: .uncertainCommit
        case .duplicateDelivery: .duplicateDelivery
        case .reorderedDelivery: .reorderedDelivery(seconds: 0.01)
        case .downloadFailure: .downloadFailure(.diskFull)
        case .crash: .crash
        }
    }
}
