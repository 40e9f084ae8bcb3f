import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Seats over the server API", .timeLimit(.minutes(10)))
struct SeatAPITests {
    private static let request = "1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED"

    private static func body(_ request: String = request, _ more: String = "") -> String {
        #"{"requestIdentifier":"\#(request)"\#(more)}"#
    }

    /// Runs a server of a developer's group with 3 seats, which is the transaction 1.
    private static func run(
        _ body: (APIServer, Store) async throws -> Void
    ) async throws {
        let store = try Store.makeWithSeats(invitations: .developer)
        try store.buySeats(3)
        let ann = try store.customers.acting(addingIfNeeded: "Ann")
        try await APIServer.run(store) { try await body($0, ann) }
    }

    private static let seats = "/v1/transactions/1/seats"

    @Test("A seat is claimed once, associated and unclaimed")
    func claim() async throws {
        try await Self.run { server, ann in
            func ask(
                _ method: String,
                _ path: String = "",
                _ body: String = ""
            ) async throws -> RawResponse {
                try await server.ask(method, Self.seats + path, body: body, below: "/groups")
            }
            let first = try await ask("POST", "", Self.body())
            let claim = try #require(first["seatClaimId"] as? String)
            let again = try await ask("POST", "", Self.body())
            #expect(again["seatClaimId"] as? String == claim)
            let more = #","appTransactionId":"\#(try ann.appTransactionID)""#
            let second = try await ask("POST", "", Self.body(UUID().uuidString, more))
            let info = try await ask("GET")
            #expect(info["totalSeatCount"] as? Int == 3)
            #expect(info["availableSeatCount"] as? Int == 0)
            let ids = info["assignedSeatClaimIds"] as? [String]
            #expect(ids == [claim, try #require(second["seatClaimId"] as? String)])
            let associated = try await ask(
                "POST",
                "/\(claim)/associate",
                #"{"appTransactionId":"\#(try ann.appTransactionID)"}"#
            )
            #expect(associated.status == 200 && associated.body.isEmpty)
            let claims = try server.store.seatGroups.group(of: 1).claims
            #expect(claims.map(\.customerID) == [ann.customerID, ann.customerID])
            let unclaimed = try await ask("DELETE", "/\(claim)")
            #expect(unclaimed.status == 200 && unclaimed.body.isEmpty)
            #expect(try await ask("GET")["availableSeatCount"] as? Int == 1)
        }
    }

    @Test(
        "A request that is not possible is refused",
        arguments: [
            ("POST", "1/seats", "{}", 4_000_011), ("POST", "1/seats", body("a"), 4_000_011),
            ("POST", "1/seats", "{", 4_000_000), ("POST", "x/seats", body(), 4_000_008),
            ("POST", "9/seats", body(), 4_040_005), ("GET", "9/seats", "", 4_040_005),
            ("POST", "1/seats", body(request, #","appTransactionId":"7""#), 4_040_901),
            ("POST", "2/seats", body(), 4_000_187), ("POST", "3/seats", body(), 4_000_903),
            ("GET", "3/seats", "", 4_000_903), ("DELETE", "3/seats/\(request)", "", 4_000_903),
            ("DELETE", "1/seats/\(request)", "", 4_040_902), ("DELETE", "1/seats/a", "", 4_040_902),
            ("POST", "1/seats/a/associate", #"{"appTransactionId":"7"}"#, 4_040_902),
            ("POST", "1/seats/\(request)/associate", "{}", 4_040_901),
            ("POST", "1/seats/\(request)/associate", #"{"appTransactionId":"7"}"#, 4_040_901),
        ]
    )
    func refused(method: String, path: String, body: String, code: Int) async throws {
        try await Self.run { server, ann in
            try server.store.buySeats(4)
            try server.store.updateSettings { $0.invitationManagement = .apple }
            try ann.buySeats(2)
            let path = "/v1/transactions/\(path)"
            let found = try await server.errorCode(method, path, body: body, below: "/groups")
            #expect(found == code)
        }
    }

    @Test("A claim without a free seat is refused")
    func full() async throws {
        try await Self.run { server, _ in
            for _ in 1...2 { try server.store.seatGroups.claim(UUID(), of: 1) }
            let path = Self.seats
            let code = try await server.errorCode("POST", path, body: Self.body(), below: "/groups")
            #expect(code == 4_090_901)
        }
    }

    @Test("Production refuses the requests of the sandbox, and so does a server without a token")
    func production() async throws {
        let store = try Store.makeWithSeats(invitations: .developer, environment: .production)
        try store.buySeats(3)
        try await APIServer.run(store) { server in
            for (method, path) in [
                ("GET", Self.seats), ("POST", Self.seats), ("GET", "/v1/group/1"),
                ("GET", "/v1/currentGroups/1"), ("DELETE", "\(Self.seats)/a"),
            ] {
                let code = try await server.errorCode(method, path, below: "/groups")
                #expect(code == 4_030_901)
            }
        }
    }
}
