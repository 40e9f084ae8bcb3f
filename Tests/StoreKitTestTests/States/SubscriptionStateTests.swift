import Foundation
import StoreTesting
import SwiftyStoreKit
import Testing

/// The table of the article on subscription states says what an app sees; these tests hold it.
@Suite("Subscription states, as documented", .separateStore, .timeLimit(.minutes(10)))
struct SubscriptionStateTests {
    @Test("The app sees what the table says", arguments: SubscriptionState.all)
    func cells(state: SubscriptionState) async throws {
        let row = try #require(try StateTable.facade.rows().first { $0.name == state.name })
        let subscriber = try await state.reach(FacadeApp.self)
        let cells = try await subscriber.cells(of: state.product)
        #expect(cells == row.cells.dropLast(), "\(state.row(cells))")
        if cells[0].hasPrefix("`completeTransactions`") {
            let app = try #require(subscriber.app as? FacadeApp)
            #expect(await app.firstUpdate()?.productId == state.product)
        }
    }

    @Test("An app of StoreKit 2 sees what its table says", arguments: SubscriptionState.all)
    func cellsOfStoreKit2(state: SubscriptionState) async throws {
        let row = try StateTable.storeKit2.rows().first { $0.name == state.name }
        let subscriber = try await state.reach(InAppPurchaseApp.self)
        let cells = try await subscriber.cells(of: state.product)
        #expect(cells == row?.cells, "\(state.row(cells))")
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
        let subscriber = try await state.reach(FacadeApp.self)
        let app = try #require(subscriber.app as? FacadeApp)
        let cells = try await app.cells(of: state.product, isFromServer: false)
        #expect(cells.suffix(2) == [status, "none"])
    }

    @Test("The tables have a row for each state, and the first says what to do")
    func rows() throws {
        let names = SubscriptionState.all.map(\.name)
        let rows = try StateTable.facade.rows()
        #expect(rows.map(\.name) == names)
        #expect(rows.allSatisfy { $0.cells.last?.hasSuffix(".") == true })
        #expect(try StateTable.storeKit2.rows().map(\.name) == names)
    }
}

extension SubscriptionState {
    /// The row as the article has it.
    fileprivate func row(_ cells: [String]) -> String {
        "| \(([name] + cells).joined(separator: " | ")) |"
    }
}

/// A table of the article.
enum StateTable: String {
    /// The deliveries, the verdict, the status, the renewal, and the app's action.
    case facade = "The table"
    /// The deliveries, the entitlement, the newest transaction, the status and the renewal.
    case storeKit2 = "In StoreKit 2"

    struct Row {
        let name: String
        let cells: [String]
    }

    func rows() throws -> [Row] {
        let article = SampleProducts.file
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(
                "Sources/SwiftyStoreKit/Documentation.docc/SubscriptionStates.md"
            )
        let sections = try String(contentsOf: article, encoding: .utf8)
            .components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("\(rawValue)\n") })
        let lines = section.split(separator: "\n")
        // The first line of the table is its heading.
        return try lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 6)
            return Row(name: cells[0], cells: Array(cells[1...]))
        }
    }
}
