import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Groups over the server API", .timeLimit(.minutes(10)))
struct GroupAPITests {
    private static func get(_ server: APIServer, _ path: String) async throws -> RawResponse {
        try await server.ask("GET", "/v1" + path, below: "/groups")
    }

    private static func groups(
        _ server: APIServer,
        of customer: Store
    ) async throws -> [[String: Any]] {
        let response = try await get(server, "/currentGroups/\(try customer.appTransactionID)")
        #expect(response.status == 200)
        return try #require(response["groups"] as? [[String: Any]])
    }

    @Test("A customer's groups are those of purchases and seats, until their subscriptions end")
    func groups() async throws {
        let store = try Store.makeWithSeats()
        let entry = try store.buySeats(3)
        let ann = try store.customers.acting(addingIfNeeded: "Ann")
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: entry.id))
        try await APIServer.run(store) { server in
            for customer in [store, ann] {
                let found = try await Self.groups(server, of: customer)
                #expect(found.map { $0["groupId"] as? String } == ["\(entry.id)"])
                #expect(found.first?["groupType"] as? String == "CONSUMER")
                #expect(found.first?["roles"] == nil)
            }
            try store.subscriptions.forceExpiry(of: entry.id)
            #expect(try await Self.groups(server, of: ann).isEmpty)
            let path = "/v1/group/\(entry.id)"
            #expect(try await server.errorCode("GET", path, below: "/groups") == 4_040_903)
        }
    }

    @Test("An organization's group has roles")
    func roles() async throws {
        let store = try Store.makeWithSeats()
        let entry = try store.buySeats(3)
        let ann = try store.customers.acting(addingIfNeeded: "Ann")
        try store.seatGroups.assign(to: ann.customerID, of: entry.id)
        try await APIServer.run(store) { server in
            for (customer, role) in [(store, "ADMIN"), (ann, "NONE")] {
                let found = try #require(try await Self.groups(server, of: customer).first)
                #expect(found["groupType"] as? String == "ORGANIZATION")
                let roles = found["roles"] as? [[String: String]]
                #expect(roles == [["productId": "team", "role": role]])
            }
        }
    }

    @Test("The role is that in the present product")
    func presentProduct() async throws {
        let store = try Store.makeWithSeats()
        let entry = try store.buySeats(3)
        let ann = try store.customers.acting(addingIfNeeded: "Ann")
        try store.seatGroups.assign(to: ann.customerID, of: entry.id)
        try store.buySeats(4, of: "team.large")
        try await APIServer.run(store) { server in
            let found = try #require(try await Self.groups(server, of: store).first)
            let roles = found["roles"] as? [[String: String]]
            #expect(roles == [["productId": "team.large", "role": "ADMIN"]])
        }
    }

    @Test("Members come in pages")
    func members() async throws {
        let store = try Store.makeWithSeats()
        let entry = try store.buySeats(6)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        let members = try (1...5).map { number in
            let member = try store.customers.acting(addingIfNeeded: "member \(number)")
            try member.seatGroups.accept(invitation)
            return try member.appTransactionID
        }
        try await APIServer.run(store) { server in
            var found: [String] = []
            var token = ""
            for hasMore in [true, true, false] {
                let page = try await Self.get(server, "/group/\(entry.id)?limit=2\(token)")
                let list = page["members"] as? [[String: String]] ?? []
                found += list.compactMap { $0["appTransactionId"] }
                #expect(page["hasMore"] as? Bool == hasMore)
                let next = page["paginationToken"] as? String
                #expect((next != nil) == hasMore)
                token = next.map { "&paginationToken=\($0)" } ?? ""
            }
            #expect(found == members)
            let all = try await Self.get(server, "/group/\(entry.id)")
            #expect((all["members"] as? [Any])?.count == 5)
        }
    }

    @Test(
        "A request that is not possible is refused",
        arguments: [
            ("group/x", 4_000_901), ("group/9", 4_040_903), ("group/1?limit=0", 4_000_902),
            ("group/1?limit=101", 4_000_902), ("group/1?limit=a", 4_000_902),
            ("group/1?paginationToken=a", 4_000_014), ("currentGroups/7", 4_040_901),
            ("group/2", 4_040_903),
        ]
    )
    func refused(path: String, code: Int) async throws {
        let store = try Store.makeWithSeats()
        try store.buySeats(2)
        try store.updateSettings { $0.invitationManagement = .developer }
        try store.customers.acting(addingIfNeeded: "Ann").buySeats(2)
        try await APIServer.run(store) { server in
            let found = try await server.errorCode("GET", "/v1/\(path)", below: "/groups")
            #expect(found == code)
        }
    }
}
