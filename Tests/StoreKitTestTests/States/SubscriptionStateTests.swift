import Foundation
import StoreTesting
import SwiftyStoreKit
import Testing

/// The table of the article on subscription states says what an app sees; these tests hold it.
@Suite("Subscription states, as documented", .separateStore, .timeLimit(.minutes(1)))
struct SubscriptionStateTests {
    @Test("The app sees what the table says", arguments: SubscriptionState.all)
    func cells(state: SubscriptionState) async throws {
        let row = try #require(try StateTable.rows().first { $0.name == state.name })
        let subscriber = try await state.reach()
        let cells = try await subscriber.cells(of: state.product)
        #expect(cells == row.cells, "| \(state.name) | \(cells.joined(separator: " | ")) |")
        if cells[0].hasPrefix("`completeTransactions`") {
            #expect(await subscriber.firstUpdate()?.productId == state.product)
        }
    }

    @Test(
        "Without the server's part of a response, renewals and upgrades cannot be seen",
        arguments: [
            ("Billing grace period", "`.expired`, not entitled"),
            ("Billing retry", "`.expired`, not entitled"),
            ("Upgraded: the old product", "`.revoked`, not entitled"),
        ]
    )
    func withoutServer(name: String, status: String) async throws {
        let state = try #require(SubscriptionState.all.first { $0.name == name })
        let cells = try await state.reach().cells(of: state.product, isFromServer: false)
        #expect(cells.suffix(2) == [status, "none"])
    }

    @Test("The table has a row for each state, and each says what to do")
    func rows() throws {
        let rows = try StateTable.rows()
        #expect(rows.map(\.name) == SubscriptionState.all.map(\.name))
        #expect(rows.allSatisfy { $0.action.hasSuffix(".") })
    }
}

/// The table of the article.
enum StateTable {
    struct Row {
        let name: String
        /// What arrives, the verdict, the status and the renewal.
        let cells: [String]
        /// What the app does.
        let action: String
    }

    static func rows() throws -> [Row] {
        let article = SampleProducts.file
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(
                "Sources/SwiftyStoreKit/Documentation.docc/SubscriptionStates.md"
            )
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        // The first line of the table is its heading.
        return try lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 6)
            return Row(name: cells[0], cells: Array(cells[1...4]), action: cells[5])
        }
    }
}
