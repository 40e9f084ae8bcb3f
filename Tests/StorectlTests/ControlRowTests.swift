import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreTestSupport
import Testing

@testable import storectl

#if canImport(FoundationNetworking)
import FoundationNetworking
import StrictJSON
#endif

@Suite("What storectl and the control API print of one store", .timeLimit(.minutes(10)))
struct ControlRowTests {
    private let trial: Trial
    private let store: Store

    init() throws {
        trial = try Trial()
        try trial.write(SampleShop.configuration, to: "Shop.storekit")
        store = try trial.store()
        try store.liveThrough()
        // Nothing is sent, so that no attempt is made between the two.
        try store.notifications.updateSettings { $0.url = nil }
    }

    @Test("Lists have the same members", arguments: ControlList.all)
    func lists(list: ControlList) async throws {
        let printed = trial.run(list: list.command + ["--json"])
        let rows = try #require(printed.value(list.name)?.elements)
        try #require(!rows.isEmpty)
        try await serve { client in
            let answer = try await client.get(list.path)
            // The control API has the newest first.
            #expect(answer[list.name]?.elements == rows.reversed())
        }
    }

    @Test("Documents have the same members", arguments: ControlDocument.all)
    func documents(document: ControlDocument) async throws {
        let printed = trial.run(list: document.command + ["--json"]).json
        try await serve { client in
            let answer = try await client.get(document.path)
            #expect(answer == printed)
        }
    }

    @Test("Requests for refunds have the same members")
    func refundRequests() async throws {
        let printed = trial.run("refund-requests", "--all-customers", "--json")
        let rows = try #require(printed.value("refundRequests")?.elements)
        try #require(rows.count == 2)
        try await serve { client in
            for row in rows {
                let id = try #require(row["transactionID"]?.number)
                let answer = try await client.get("/transactions/\(id)")
                #expect(answer["refundRequests"] == .array([row]))
            }
        }
    }

    @Test("One transaction has the same members after a command, and its subscription, too")
    func commands() async throws {
        let bought = trial.run("buy", "coins", "--quantity", "2", "--json")
        let transaction = try #require(bought.value("transaction"))
        let id = try #require(transaction["id"]?.number)
        let changed = trial.run("auto-renew", "\(try subscriptionID)", "off", "--json")
        let subscription = try #require(changed.value("subscriptions", "0")?.members)
        try await serve { client in
            let answer = try await client.get("/transactions/\(id)")
            #expect(answer["transaction"] == transaction)
            var told = try await client.get("/subscriptions/\(subscriptionID)").members
            #expect(told?.removeValue(forKey: "signedRenewalInfo") != nil)
            #expect(told == subscription)
        }
    }

    @Test("The settings of notifications have the same members")
    func notificationSettings() async throws {
        let printed = trial.run("notify", "to", "http://127.0.0.1:9/hook", "--json").json
        #expect(printed["url"] != nil)
        try await serve { client in
            let answer = try await client.get("/notification-settings")
            #expect(answer == printed)
        }
    }

    private var subscriptionID: Int64 {
        get throws { try #require(try store.subscriptions.all().last).id }
    }

    private func serve(_ body: (ControlGetter) async throws -> Void) async throws {
        let server = StoreServer(store)
        async let running: Void = server.run()
        do {
            try await body(ControlGetter(address: try await server.waitUntilListening()))
        } catch {
            await server.stop(within: 0)
            throw error
        }
        await server.stop()
        try await running
    }
}

/// Reads from the control API, and compares each answer with its description.
struct ControlGetter {
    let address: StoreServer.Address

    func get(_ path: String) async throws -> JSONValue {
        let url = try #require(URL(string: "http://\(address)/control/v1\(path)"))
        // A minute, the default, may pass where hundreds of tests want the same threads.
        let request = URLRequest(url: url, timeoutInterval: 1200)
        let (body, response) = try await URLSession.shared.data(for: request)
        let head = try #require(response as? HTTPURLResponse)
        let problem = try APIDescription().problem(
            withResponseTo: "GET",
            String(path.prefix { $0 != "?" }),
            status: head.statusCode,
            contentType: head.value(forHTTPHeaderField: "Content-Type"),
            body: body
        )
        #expect(problem == nil)
        return .object(try JSONParser.object(in: Array(body)))
    }
}

/// A list that both have.
struct ControlList: Sendable, CustomTestStringConvertible {
    let name: String
    let command: [String]
    let path: String

    var testDescription: String { name }

    static let all = [
        ControlList(
            name: "transactions",
            command: ["transactions", "--all-customers"],
            path: "/transactions?limit=500"
        ),
        ControlList(
            name: "subscriptions",
            command: ["subscriptions", "--all-customers"],
            path: "/subscriptions?limit=500"
        ),
        ControlList(name: "customers", command: ["customers"], path: "/customers?limit=500"),
        ControlList(
            name: "notifications",
            command: ["notify", "list"],
            path: "/notifications?limit=500"
        ),
    ]
}

/// A document that both have.
struct ControlDocument: Sendable, CustomTestStringConvertible {
    let command: [String]
    let path: String

    var testDescription: String { path }

    static let all = [
        ControlDocument(command: ["products"], path: "/products"),
        ControlDocument(command: ["settings", "show"], path: "/settings"),
    ]
}
