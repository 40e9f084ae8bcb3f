import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("The life of a server", .timeLimit(.minutes(10)))
struct LifecycleTests {
    @Test("It listens at a free port of the loopback address, and nowhere after its end")
    func address() async throws {
        let server = StoreServer(try .make(), configuration: .patient)
        #expect(server.address == nil)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        #expect(address.host == "127.0.0.1")
        #expect(address.port != 0)
        #expect(server.address == address)
        #expect(address.url?.absoluteString == "http://127.0.0.1:\(address.port)")
        await server.stop()
        try await running
        #expect(server.address == nil)
        await #expect(throws: StoreServer.Error.notListening) {
            _ = try await server.waitUntilListening()
        }
        await #expect(throws: (any Error).self) { _ = try await RawClient.connect(to: address) }
    }

    @Test("A port can be used again at once, but not by two servers")
    func samePort() async throws {
        var configuration = StoreServer.Configuration.patient
        try await RunningServer.run { first in
            _ = try await first.ask("POST", "/verifyReceipt")
            configuration.endpoint = .loopback(port: first.address.port)
            let second = StoreServer(try .make(), configuration: configuration)
            let error = await #expect(throws: StoreServer.Error.self) { try await second.run() }
            guard case .unusableAddress(first.address.description, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        try await RunningServer.run(nil, configuration) { again in
            let status = try await again.status("POST", "/verifyReceipt")
            #expect(status == 200)
        }
    }

    @Test("An address that is none is refused", arguments: ["localhost", "", "1.2.3", "::g"])
    func unusable(host: String) async throws {
        let configuration = StoreServer.Configuration(endpoint: .address(host, port: 0))
        let server = StoreServer(try .make(), configuration: configuration)
        await #expect(throws: StoreServer.Error.self) { try await server.run() }
    }

    @Test("It runs once, and never when it was stopped before")
    func once() async throws {
        try await RunningServer.run { running in
            await #expect(throws: StoreServer.Error.alreadyRun) { try await running.server.run() }
        }
        let server = StoreServer(try .make(), configuration: .patient)
        await server.stop()
        await #expect(throws: StoreServer.Error.alreadyRun) { try await server.run() }
    }

    @Test("It ends when its task is cancelled, and closes what is open")
    func cancellation() async throws {
        let server = StoreServer(try .make(), configuration: .patient)
        let running = Task { try await server.run() }
        let client = try await RawClient.connect(to: try await server.waitUntilListening())
        try await client.send("GET /verifyReceipt HTTP/1.1\r\n")
        running.cancel()
        try await running.value
        #expect(try await client.rest().isEmpty)
    }

    @Test("A request that is under way is finished, an idle connection is closed")
    func draining() async throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 1, rules: [.at(.verifyReceipt, .slow(seconds: 5))])
        let server = StoreServer(store, configuration: .patient)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        let running2 = RunningServer(server: server, address: address)
        let idle = try await running2.connect()
        let busy = try await running2.connect()
        try await busy.send(running2.request("POST", "/verifyReceipt", body: "{}"))
        await withCheckedContinuation { store.faults.whenWaiting(1, $0.resume) }
        async let stopping: Void = server.stop(within: 600)
        #expect(try await idle.rest().isEmpty)
        store.clock.advance(by: 5)
        #expect(try await busy.response()["status"] as? Int == 21002)
        #expect(try await busy.rest().isEmpty)
        await stopping
        try await running
    }

    @Test("A request that takes too long ends with the server")
    func drainingLimit() async throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 1, rules: [.at(.verifyReceipt, .slow(seconds: 5))])
        try await RunningServer.run(store) { running in
            let client = try await running.connect()
            try await client.send(running.request("POST", "/verifyReceipt", body: "{}"))
            await withCheckedContinuation { store.faults.whenWaiting(1, $0.resume) }
            await running.server.stop(within: 0)
            #expect(store.clock.now == .start)
        }
    }
}
