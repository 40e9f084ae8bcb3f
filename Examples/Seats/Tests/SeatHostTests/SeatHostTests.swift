import AppReceipt
import FlyingFox
import FlyingSocks
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Testing

@testable import SeatHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A server that hosts invitations to seats", .timeLimit(.minutes(10)))
struct SeatHostTests {
    @Test("Accounts accept invitations while seats are free, and lose them by a refund")
    func invitations() async throws {
        try await Shop.run(seats: 3) { shop in
            let first = try await shop.invite()
            #expect(try await shop.accept(first, as: "ann") == 200)
            #expect(try await shop.accept(first, as: "ann") == 200)
            #expect(try await shop.accept(first, as: "ben") == 404)
            let second = try await shop.invite()
            #expect(try await shop.accept(second, as: "ben") == 200)
            #expect(await Set(shop.host.members) == ["ann", "ben"])
            let third = try await shop.invite()
            #expect(try await shop.accept(third, as: "cleo") == 409)
            #expect(try await shop.ask("DELETE", "/invitations/\(first)").status == 200)
            #expect(try await shop.accept(third, as: "cleo") == 200)
            #expect(await Set(shop.host.members) == ["ben", "cleo"])
            try shop.store.refunds.refundSeats(1, of: 1)
            let document = try #require(try shop.store.lastNotification())
            let body = #"{"signedPayload":"\#(document)"}"#
            #expect(try await shop.ask("POST", "/notifications", body).status == 200)
            #expect(await shop.host.members == ["ben"])
            #expect(try shop.store.seatGroups.group(of: 1).claims.count == 1)
        }
    }

    @Test("An invitation is removed only with its claim, of which the response may be lost")
    func removals() async throws {
        try await Shop.run(seats: 3) { shop in
            let failure = try FaultPlan(seed: 1, rules: [.at(.serverRequest, .httpStatus(500))])
            let first = try await shop.invite()
            #expect(try await shop.accept(first, as: "ann") == 200)
            let second = try await shop.invite()
            shop.store.faults.plan = failure
            #expect(try await shop.ask("DELETE", "/invitations/\(first)").status == 500)
            #expect(try await shop.accept(second, as: "ben") == 500)
            #expect(try await shop.ask("DELETE", "/invitations/\(second)").status == 500)
            #expect(await shop.host.members == ["ann"])
            shop.store.faults.plan = nil
            let request = try #require(UUID(uuidString: second))
            try shop.store.seatGroups.claim(request, of: 1)
            for invitation in [first, second] {
                #expect(try await shop.ask("DELETE", "/invitations/\(invitation)").status == 200)
            }
            #expect(try shop.store.seatGroups.group(of: 1).claims.isEmpty)
        }
    }

    @Test("A body that is too long is refused")
    func longBody() async throws {
        try await Shop.run(seats: 2) { shop in
            let account = String(repeating: "a", count: 65_537)
            let invitation = try await shop.invite()
            #expect(try await shop.accept(invitation, as: account) == 413)
            #expect(try await shop.ask("POST", "/notifications", account).status == 413)
        }
    }
}

/// A store whose customer bought seats, its server, and the sample beside them.
private struct Shop {
    let store: Store
    let host: SeatHost
    let address: String

    static func run(seats: Int, _ body: (Shop) async throws -> Void) async throws {
        let store = try Store.selling(seats: seats)
        let key = ServerAPIKey()
        var configuration = StoreServer.Configuration()
        configuration.apiKey = key
        let appStore = StoreServer(store, configuration: configuration)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await appStore.run() }
            group.addTask { try await server.run() }
            let url = try #require(URL(string: "http://\(try await appStore.waitUntilListening())"))
            let host = SeatHost(appStore: url, verifier: try store.verifier()) {
                try ServerAPIToken(
                    bundleIdentifier: "com.example.shop",
                    signedWith: key,
                    at: Date()
                )
            }
            await host.add(to: server)
            try await server.waitUntilListening()
            guard case .ip4(let ip, let port) = await server.listeningAddress else {
                throw CocoaError(.featureUnsupported)
            }
            try await body(Shop(store: store, host: host, address: "http://\(ip):\(port)"))
            await appStore.stop()
            await server.stop()
            group.cancelAll()
        }
    }

    func invite() async throws -> String {
        let response = try await ask("POST", "/subscriptions/1/invitations")
        #expect(response.status == 201)
        return response.text
    }

    func accept(_ invitation: String, as account: String) async throws -> Int {
        try await ask("POST", "/invitations/\(invitation)/accept", account).status
    }

    func ask(
        _ method: String,
        _ path: String,
        _ body: String = ""
    ) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: try #require(URL(string: address + path)))
        request.httpMethod = method
        request.httpBody = Data(body.utf8)
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, String(decoding: data, as: UTF8.self))
    }
}

extension Store {
    /// A store whose customer bought seats of a group that the developer hosts.
    fileprivate static func selling(seats: Int) throws -> Store {
        let period = SubscriptionPeriod(value: 1, unit: .month)
        var team = SubscriptionTerms(groupID: "team", level: 1, period: period)
        team.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 10)]
        let product = CatalogProduct(
            id: "team",
            kind: .autoRenewableSubscription,
            price: 10,
            subscription: team
        )
        let store = try Store(
            catalog: Catalog(products: [product]),
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400)),
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
        try store.updateSettings { $0.invitationManagement = .developer }
        try store.notifications.updateSettings { $0.isRecording = true }
        var request = PaymentRequest(productID: "team")
        request.seatCount = seats
        try store.pay(request)
        return store
    }

    fileprivate func verifier() throws -> JWSVerifier {
        JWSVerifier(
            trustedRoots: try TrustedRoots([try signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
        )
    }

    fileprivate func lastNotification() throws -> String? {
        try notifications.history(limit: .max).last.map { record in
            try notifications.signed(record.notification).compactSerialization
        }
    }
}
