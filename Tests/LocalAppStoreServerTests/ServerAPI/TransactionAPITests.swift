import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Transactions over the server API", .timeLimit(.minutes(10)))
struct TransactionAPITests {
    @Test("A transaction is signed, also another customer's")
    func info() async throws {
        try await APIServer.run { server in
            let first = try server.store.pay("coins")
            let bob = try server.store.customers.acting(addingIfNeeded: "Bob")
            let second = try bob.pay("monthly")
            for entry in [first, second] {
                let response = try await server.get("/v1/transactions/\(entry.id)")
                #expect(response.status == 200)
                let payload = try server.transaction(response["signedTransactionInfo"])
                #expect(payload.transactionIdentifier == String(entry.id))
                #expect(payload.productIdentifier == entry.productID)
            }
        }
    }

    @Test("Each response is signed after all notifications and responses before it")
    func signedDates() async throws {
        try await APIServer.run { server in
            let store = server.store
            try store.notifications.updateSettings { $0.isRecording = true }
            let entry = try store.pay("monthly")
            var dates: [Date] = []
            func notified() throws {
                let record = try #require(try store.notifications.history().last)
                dates.append(record.notification.signedDate)
            }
            func ask() async throws {
                let info = try await server.get("/v1/transactions/\(entry.id)")
                let history = try await server.get("/v2/history/\(entry.id)")
                var documents = try server.transactions(history)
                documents.append(try server.transaction(info["signedTransactionInfo"]))
                #expect(Set(documents.map(\.revocationDate)).count == 1)
                dates += documents.compactMap(\.signedDate).sorted()
                let statuses = try await server.get("/v1/subscriptions/\(entry.id)")
                let groups = statuses["data"] as? [[String: Any]]
                let last = (groups?.first?["lastTransactions"] as? [[String: Any]])?.first
                let date = try server.transaction(last?["signedTransactionInfo"]).signedDate
                let text = last?["signedRenewalInfo"] as? String ?? ""
                let renewalInfo = try JWS<RenewalInfoPayload>(text).unverifiedPayload()
                #expect(renewalInfo.signedDate == date)
                dates.append(try #require(date))
            }
            try notified()
            try await ask()
            try store.refunds.refund(entry.id)
            try notified()
            try await ask()
            try store.refunds.reverse(entry.id)
            try notified()
            try await ask()
            #expect(dates.count == 12)
            #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test(
        "What is no transaction is refused",
        arguments: [
            ("abc", 4_000_006), ("-1", 4_000_006), ("0", 4_000_006), ("01", 4_000_006),
            ("+1", 4_000_006), ("99999999999999999999", 4_000_006), ("1%202", 4_000_006),
            ("1%00", 4_000_006), ("%00", 4_000_006), ("%FF", 4_000_006), ("1%0D%0A", 4_000_006),
            ("7", 4_040_010),
        ]
    )
    func unknown(id: String, code: Int) async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            for path in [
                "/v1/transactions/\(id)", "/v1/transactions/appTransactions/\(id)",
                "/v1/history/\(id)", "/v2/history/\(id)", "/v2/refund/lookup/\(id)",
                "/v1/subscriptions/\(id)",
            ] {
                #expect(try await server.errorCode("GET", path) == code, "\(path)")
            }
            #expect(try await server.errorCode("POST", "/v1/transactions/\(id)/finish") == code)
        }
    }

    @Test("An app transaction stands for its customer, where a transaction is not needed")
    func byAppTransaction() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            let bob = try server.store.customers.acting(addingIfNeeded: "Bob")
            let entry = try bob.pay("monthly")
            try bob.refunds.refund(entry.id)
            let info = try await server.get("/v1/transactions/\(entry.id)")
            let transaction = try server.transaction(info["signedTransactionInfo"])
            let id = try #require(transaction.appTransactionIdentifier)
            for path in ["/v1/history/\(id)", "/v2/history/\(id)", "/v2/refund/lookup/\(id)"] {
                let found = try server.transactions(try await server.get(path))
                #expect(found.map(\.transactionIdentifier) == [String(entry.id)], "\(path)")
            }
            let statuses = try await server.get("/v1/subscriptions/\(id)")
            #expect((statuses["data"] as? [Any])?.count == 1)
            let app = try await server.get("/v1/transactions/appTransactions/\(id)")
            let document = JWS<AppTransactionPayload>(
                app["signedAppTransactionInfo"] as? String ?? ""
            )
            let payload = try server.verifier().verify(document).payload
            #expect(payload.appTransactionIdentifier == id)
            for path in ["/v1/transactions/\(id)", "/v1/transactions/\(id)/finish"] {
                let method = path.hasSuffix("finish") ? "POST" : "GET"
                #expect(try await server.errorCode(method, path) == 4_000_048)
            }
            let unknown = "/v2/history/\(String(id.dropLast()))9"
            #expect(try await server.errorCode("GET", unknown) == 4_040_010)
        }
    }

    @Test("A payment that waits is no transaction")
    func deferred() async throws {
        let store = try Store.make()
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let entry = try store.pay("coins")
        try await APIServer.run(store) { server in
            let code = try await server.errorCode("GET", "/v1/transactions/\(entry.id)")
            #expect(code == 4_040_010)
        }
    }

    @Test("The app transaction is the customer's")
    func appTransaction() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            let response = try await server.get("/v1/transactions/appTransactions/1")
            let document = JWS<AppTransactionPayload>(
                response["signedAppTransactionInfo"] as? String ?? ""
            )
            let payload = try server.verifier().verify(document).payload
            #expect(payload.bundleIdentifier == "com.example.shop")
        }
    }

    @Test("A history has pages of 20, and goes on where one ended")
    func pages() async throws {
        try await APIServer.run { server in
            for _ in 0..<25 { try server.store.pay("coins") }
            let first = try await server.get("/v2/history/1")
            #expect(first["hasMore"] as? Bool == true)
            #expect(first["bundleId"] as? String == "com.example.shop")
            #expect(first["environment"] as? String == "Sandbox")
            #expect(first["appAppleId"] == nil)
            let revision = try #require(first["revision"] as? String)
            let second = try await server.get("/v2/history/1?revision=\(revision)")
            #expect(second["hasMore"] as? Bool == false)
            let both = try server.transactions(first) + server.transactions(second)
            #expect(both.map(\.transactionIdentifier) == (1...25).map { String($0) })
            let last = try #require(second["revision"] as? String)
            let empty = try await server.get("/v2/history/1?revision=\(last)")
            #expect(try server.transactions(empty).isEmpty)
            #expect(empty["revision"] as? String == last)
        }
    }

    @Test("The filters of a history, and its order", arguments: queries)
    func filters(query: String, products: [String]) async throws {
        let store = try Store.make()
        let first = try store.pay("coins")
        try store.finish([first.id])
        store.clock.advance(by: 60)
        try store.pay("coins")
        store.clock.advance(by: 60)
        try store.pay("monthly")
        try store.refunds.refund(2)
        try await APIServer.run(store) { server in
            let response = try await server.get("/v2/history/1?\(query)")
            #expect(response.status == 200)
            let found = try server.transactions(response).map(\.transactionIdentifier)
            #expect(found == products, "\(query)")
        }
    }

    // The second transaction is refunded, and so changed last. The store's time begins at
    // 1709294400.
    static let queries: [(String, [String])] = [
        ("", ["1", "3", "2"]), ("sort=ASCENDING", ["1", "3", "2"]),
        ("sort=DESCENDING", ["2", "3", "1"]), ("productId=monthly", ["3"]),
        ("productId=monthly&productId=coins", ["1", "3", "2"]), ("productId=none", []),
        ("productType=AUTO_RENEWABLE", ["3"]),
        ("productType=CONSUMABLE&productType=NON_CONSUMABLE", ["1", "2"]),
        ("subscriptionGroupIdentifier=magazine", ["3"]), ("revoked=true", ["2"]),
        ("revoked=False", ["1", "3"]), ("inAppOwnershipType=PURCHASED", ["1", "3", "2"]),
        ("inAppOwnershipType=FAMILY_SHARED", []), ("startDate=1709294460000", ["3", "2"]),
        ("endDate=1709294460000", ["1"]), ("startDate=1709294459999.5", ["3", "2"]),
        ("startDate=1709294460000&endDate=1709294520000", ["2"]),
        ("unknown=1", ["1", "3", "2"]),
    ]

    @Test("Version 1 has no finished consumables, and can leave out refunds")
    func firstVersion() async throws {
        let store = try Store.make()
        for _ in 0..<2 { try store.pay("coins") }
        try store.pay("monthly")
        try store.finish([1])
        try store.refunds.refund(3)
        try await APIServer.run(store) { server in
            let all = try await server.get("/v1/history/1")
            #expect(try server.transactions(all).map(\.transactionIdentifier) == ["2", "3"])
            let valid = try await server.get("/v1/history/1?excludeRevoked=true")
            #expect(try server.transactions(valid).map(\.transactionIdentifier) == ["2"])
            #expect(
                try await server.errorCode("GET", "/v1/history/1?excludeRevoked=1") == 4_000_025
            )
        }
    }

    @Test(
        "A filter without a meaning is refused",
        arguments: [
            ("revision=x", 4_000_005), ("revision=", 4_000_005), ("startDate=x", 4_000_015),
            ("startDate=-1", 4_000_015), ("startDate=1e3", 4_000_015), ("endDate=x", 4_000_016),
            ("endDate=999999999999999", 4_000_016), ("startDate=2&endDate=2", 4_000_013),
            ("sort=UP", 4_000_021), ("sort=ASCENDING&sort=ASCENDING", 4_000_021),
            ("productType=coins", 4_000_022), ("productId=", 4_000_023),
            ("subscriptionGroupIdentifier=", 4_000_024), ("inAppOwnershipType=x", 4_000_026),
            ("revoked=1", 4_000_030),
        ]
    )
    func badFilters(query: String, code: Int) async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            #expect(try await server.errorCode("GET", "/v2/history/1?\(query)") == code)
        }
    }

    @Test("An order is found by its number, and one that there is not has a status")
    func order() async throws {
        try await APIServer.run { server in
            let entry = try server.store.customers.acting(addingIfNeeded: "Bob").pay("coins")
            let found = try await server.get("/v1/lookup/\(entry.orderID)")
            #expect(found["status"] as? Int == 0)
            #expect(try server.transactions(found).map(\.transactionIdentifier) == ["1"])
            let missing = try await server.get("/v1/lookup/LAS0000000099")
            #expect(missing.status == 200)
            #expect(missing["status"] as? Int == 1)
        }
    }

    @Test("Refunds are listed, and nothing else")
    func refunds() async throws {
        try await APIServer.run { server in
            for _ in 0..<3 { try server.store.pay("coins") }
            try server.store.refunds.refund(2)
            let response = try await server.get("/v2/refund/lookup/1")
            let refunded = try server.transactions(response)
            #expect(refunded.map(\.transactionIdentifier) == ["2"])
            #expect(refunded.first?.revocationDate == .start)
            #expect(response["hasMore"] as? Bool == false)
            let revision = try #require(response["revision"] as? String)
            try server.store.refunds.refund(1)
            let next = try await server.get("/v2/refund/lookup/1?revision=\(revision)")
            #expect(try server.transactions(next).map(\.transactionIdentifier) == ["1"])
            let first = try await server.get("/v1/refund/lookup/1")
            #expect(try server.transactions(first).map(\.transactionIdentifier) == ["1", "2"])
        }
    }

    @Test("A transaction is finished by the back end")
    func finish() async throws {
        try await APIServer.run { server in
            let bob = try server.store.customers.acting(addingIfNeeded: "Bob")
            let entry = try bob.pay("coins")
            let response = try await server.ask("POST", "/v1/transactions/\(entry.id)/finish")
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(try bob.unfinishedEntries().isEmpty)
        }
    }

    @Test("A store of production says so")
    func production() async throws {
        let store = try Store.make()
        try store.updateReceiptSettings { $0.environment = .production }
        try store.pay("coins")
        store.app.appleIdentifier = 1234
        try await APIServer.run(store) { server in
            let response = try await server.get("/v2/history/1")
            #expect(response["environment"] as? String == "Production")
            #expect(response["appAppleId"] as? Int == 1234)
            try store.updateReceiptSettings { $0.appleIdentifier = 5678 }
            let other = try await server.get("/v2/history/1")
            #expect(other["appAppleId"] as? Int == 5678)
        }
    }
}
