import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct ConsumptionTests {
    @Test func `the store receives the team's answer`() async throws {
        let shop = try await LocalShop()
        let service = try await shop.serviceWithRefundRequests()
        try await service.serve(appStore: try shop.access) { client async throws in
            let list = try await client.consumptionRequests().text
            #expect(list.contains("\"productId\":\"coins\",\"reason\":\"LEGAL\""))
            let response = try await client.answer()
            #expect(response.status == .accepted)
            #expect(response.text == "{\"state\":\"answered\"}")
        }
        // The service may have ended before or after the answer was sent.
        service.clock.set(to: Milliseconds(shop.store.clock.now) + ConsumptionSender.lease)
        await service.sender(try shop.client).settle(.shop)
        let row = try await service.consumptionRequests().first
        #expect(row?.hasPrefix("(1,sent,") == true)
        #expect(row?.hasSuffix(",support,)") == true)
        let received = try #require(try await shop.consumption(of: 1))
        #expect(received["deliveryStatus"] as? String == "DELIVERED")
        #expect(received["refundPreference"] as? String == "GRANT_PRORATED")
        #expect(received["consumptionPercentage"] as? Int == 25_000)
        #expect(received["customerConsented"] as? Bool == true)
        #expect(received["actor"] == nil)
        await shop.stop()
    }

    @Test func `the rule answers when the team has had its time`() async throws {
        let shop = try await LocalShop()
        let rule = ConsumptionRule(
            answers: ["coins": try ConsumptionAnswer.delivered.get()],
            delay: 10 * 3_600_000
        )
        let service = try await shop.serviceWithRefundRequests(about: ["coins", "gold"], rule)
        let sender = service.sender(try shop.client)
        let date = shop.store.clock.now
        service.clock.set(to: Milliseconds(date + 10 * 3600 - 2))
        #expect(await sender.settle(.shop) == 0)
        service.clock.set(to: Milliseconds(date + 10 * 3600))
        #expect(await sender.settle(.shop) == 1)
        #expect(await sender.settle(.shop) == 1)
        #expect(await sender.settle(.shop) == 0)
        #expect(try await service.consumptionRequests() == ["(1,sent,1,,)", "(2,open,0,,)"])
        #expect(try await shop.consumption(of: 1)?["deliveryStatus"] as? String == "DELIVERED")
        await shop.stop()
    }

    @Test func `what the App Store refuses has failed, and can be answered once more`() async throws
    {
        let shop = try await LocalShop()
        let service = try await shop.serviceWithRefundRequests()
        try shop.store.refunds.decide(of: 1, .declined)
        try await service.serve { client async throws in _ = try await client.answer() }
        let registry = PrometheusRegistry()
        let sender = service.sender(try shop.client, metrics: registry)
        #expect(await sender.settle(.shop) == 1)
        let failed = try #require(try await service.consumptionRequests().first)
        #expect(failed.hasPrefix("(1,failed,1,support,\"The App Store responded with 400. 4000000"))
        #expect(await sender.settle(.shop) == 0)
        let outcome = "entitlements_consumption_requests_total{outcome=\"failed\"} 1"
        #expect(registry.text.contains(outcome))
        try shop.store.refunds.request(1, reason: .other)
        try await service.serve { client async throws in _ = try await client.answer() }
        #expect(await sender.settle(.shop) == 1)
        #expect(try await service.consumptionRequests() == ["(1,sent,1,support,)"])
        await shop.stop()
    }

    @Test(arguments: [
        (202, nil, "sent"), (200, nil, "sent"), (400, 4_000_006, "failed"), (404, nil, "failed"),
        (404, 4_040_010, "failed"), (404, 4_040_006, "answered"), (401, nil, "answered"),
        (429, 4_290_000, "answered"), (500, nil, "answered"), (503, nil, "answered"),
    ])
    func `the status and the code of the response decide what becomes of an answer`(
        status: Int,
        code: Int?,
        state: String
    ) async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.answerAll()
        let appStore = AnswerLog(status: .init(code: status), errorCode: code)
        try await appStore.run { client in
            #expect(await service.sender(client).settle(.shop) == 1)
        }
        let row = try await service.consumptionRequests().first
        #expect(row?.hasPrefix("(1,\(state),1,") == true, "\(row ?? "")")
    }

    @Test func `the deadline is by the clock of the database, not of the process`() async throws {
        let service = try await TestService()
        let name: String = try await service.connections.query(
            Statement("SELECT current_database()")
        ).column()[0]
        for text in [
            """
            CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
            AS $$ SELECT pg_catalog.clock_timestamp() - interval '13 hours' $$
            """,
            "ALTER DATABASE \(name) SET search_path = public, pg_catalog",
        ] { _ = try await service.connections.query(Statement(text)) }
        let connections = try PostgresDatabase.make(service.connectionString)
        defer { connections.close() }
        let notification = try service.appStore.notification(
            .consumptionRequest,
            .make("1", product: "coins", type: .consumable, expires: nil),
            signed: Date() - 13 * 3600
        )
        let ledger = PurchaseLedger(apps: service.apps, clock: ServiceClock())
        let submission = try service.verifier.verify(
            notification: notification,
            at: Milliseconds(Date())
        )
        _ = try await ledger.record([submission], in: connections)
        #expect(try await service.consumptionRequests() == ["(1,open,0,,)"])
    }

    @Test func `an answer that is not accepted is sent again after growing pauses`() async throws {
        let shop = try await LocalShop()
        let service = try await shop.serviceWithRefundRequests()
        try await service.answerAll()
        let date = shop.store.clock.now
        try await AnswerLog(status: .serviceUnavailable).run { client in
            let sender = service.sender(client)
            for (attempt, seconds) in [0.0, 1, 3, 7, 15].enumerated() {
                service.clock.set(to: Milliseconds(date + seconds))
                #expect(await sender.settle(.shop) == 1)
                #expect(await sender.settle(.shop) == 0)
                let row = try await service.consumptionRequests().first
                #expect(row?.hasPrefix("(1,answered,\(attempt + 1),") == true)
            }
        }
        service.clock.set(to: Milliseconds(date + 31))
        #expect(await service.sender(try shop.client).settle(.shop) == 1)
        #expect(try await service.consumptionRequests() == ["(1,sent,6,support,)"])
        await shop.stop()
    }

    @Test func `an App Store without a connection gets the answer later`() async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.answerAll()
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let away = AppStoreServerClient.make("http://127.0.0.1:1", client)
            #expect(await service.sender(away).settle(.shop) == 1)
        }
        let row = try await service.consumptionRequests().first
        #expect(row?.hasPrefix("(1,answered,1,support,\"No response: ") == true)
    }

    @Test func `after the deadline nothing is sent`() async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.answerAll()
        try await service.receiveConsumptionRequest("2")
        let registry = PrometheusRegistry()
        let appStore = AnswerLog(status: .serviceUnavailable)
        service.setClock(hours: 12, seconds: -0.001)
        try await appStore.run { client in
            #expect(await service.sender(client).settle(.shop) == 1)
        }
        let sender = service.sender(.make("http://127.0.0.1:1"), metrics: registry)
        // The next attempt would be a second later.
        service.setClock(hours: 12)
        #expect(await sender.settle(.shop) == 2)
        #expect(await sender.settle(.shop) == 0)
        let rows = try await service.consumptionRequests()
        #expect(rows.allSatisfy { $0.contains(",expired,") })
        #expect(rows.count == 2)
        let outcome = "entitlements_consumption_requests_total{outcome=\"expired\"} 2"
        #expect(registry.text.contains(outcome))
        try await service.serve { client async throws in
            for transaction in ["1", "2"] {
                let response = try await client.answer(transaction)
                #expect(response.status == .conflict)
                #expect(response.text.contains("\"code\":\"expired\""))
            }
        }
    }

    @Test func `the answer of a process that was killed is sent by another`() async throws {
        let shop = try await LocalShop()
        let service = try await shop.serviceWithRefundRequests()
        try await service.answerAll()
        let now = Milliseconds(shop.store.clock.now)
        let request = try #require(try await service.pendingRequests().first)
        let lease = ConsumptionTables.lease(request, at: now, until: now + ConsumptionSender.lease)
        #expect(try await service.database.query(lease).rowCount == 1)
        #expect(try await service.database.query(lease).rowCount == 0)
        let sender = service.sender(try shop.client)
        #expect(await sender.settle(.shop) == 0)
        service.clock.set(to: now + ConsumptionSender.lease)
        #expect(await sender.settle(.shop) == 1)
        // The first process was slow but alive, and its outcome arrives too late.
        let late = ConsumptionTables.end(request, 1, as: .failed)
        #expect(try await service.database.query(late).changedRowCount == 0)
        #expect(try await service.consumptionRequests() == ["(1,sent,2,support,)"])
        #expect(try await shop.consumption(of: 1) != nil)
        await shop.stop()
    }

    @Test func `two processes send each answer once`() async throws {
        let service = try await TestService()
        for number in 0..<40 { try await service.receiveConsumptionRequest("\(number)") }
        try await service.answerAll()
        let second = try PostgresDatabase.make(service.connectionString)
        defer { second.close() }
        let received = AnswerLog()
        try await received.run { client in
            let senders = [service.sender(client), service.sender(client, second)]
            await withDiscardingTaskGroup { group in
                for sender in senders { group.addTask { await sender.settle(.shop) } }
            }
        }
        #expect(received.paths.count == 40)
        #expect(Set(received.paths).count == 40)
        let rows = try await service.consumptionRequests()
        #expect(rows.allSatisfy { $0.contains(",sent,1,") })
    }

    @Test func `without an API key answers are kept, and sent when there is one`() async throws {
        let shop = try await LocalShop()
        let rule = ConsumptionRule(
            answers: ["coins": try ConsumptionAnswer.delivered.get()],
            delay: 0
        )
        let service = try await shop.serviceWithRefundRequests(about: ["coins"], rule)
        #expect(await service.sender(nil).settle(.shop) == 0)
        try await service.serve { client async throws in
            for _ in 0..<2 {
                let response = try await client.answer()
                #expect(response.status == .serviceUnavailable)
                #expect(response.text.contains("\"code\":\"cannotSend\""))
                #expect(response.text.contains("ENTITLEMENTS_API_KEY"))
            }
        }
        #expect(await service.sender(nil).settle(.shop) == 0)
        #expect(try await service.consumptionRequests() == ["(1,answered,0,support,)"])
        #expect(await service.sender(try shop.client).settle(.shop) == 1)
        #expect(try await shop.consumption(of: 1) != nil)
        await shop.stop()
    }

    @Test func `a duplicate changes nothing, and one of the past has expired`() async throws {
        let service = try await TestService()
        let id = UUID()
        #expect(try await service.receiveConsumptionRequest(id: id))
        try await service.answerAll()
        #expect(try await !service.receiveConsumptionRequest(id: id))
        try await service.receiveConsumptionRequest("2", signed: .start - 12 * 3600)
        #expect(
            try await service.consumptionRequests() == [
                "(1,answered,0,support,)", "(2,expired,0,,)",
            ]
        )
    }

    @Test func `one answer is for all open requests about a transaction`() async throws {
        let service = try await TestService(at: .start + 8 * 3600)
        try await service.receiveConsumptionRequest()
        try await service.receiveConsumptionRequest(signed: .start + 8 * 3600)
        try await service.serve { client async throws in _ = try await client.answer() }
        let rows = try await service.consumptionRequests()
        #expect(rows == Array(repeating: "(1,answered,0,support,)", count: 2))
    }

    @Test func `open requests are counted, and those near their deadline`() async throws {
        let service = try await TestService(at: .start + 1 * 3600)
        try await service.receiveConsumptionRequest()
        try await service.answerAll()
        try await service.receiveConsumptionRequest("2", signed: .start + 1 * 3600)
        let registry = PrometheusRegistry()
        let sender = service.sender(nil, metrics: registry)
        service.setClock(hours: 10)
        try await sender.measure()
        #expect(registry.text.contains("entitlements_consumption_requests_open 1.0"))
        #expect(registry.text.contains("entitlements_consumption_requests_urgent 1.0"))
        service.setClock(hours: 11)
        try await sender.measure()
        #expect(registry.text.contains("entitlements_consumption_requests_urgent 2.0"))
    }
}
