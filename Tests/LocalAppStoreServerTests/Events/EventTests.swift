import Foundation
import StoreTestSupport
import StrictJSON
import TestSupport
import Testing

@testable import LocalAppStore
@testable import LocalAppStoreServer

@Suite("Server-sent events", .timeLimit(.minutes(10)))
struct EventTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("What happens is told: changes, notifications, time and settings")
    func events() async throws {
        try await RunningServer.run(store) { server in
            let listener = try await EventListener(server)
            let id = try store.pay(PaymentRequest(productID: "monthly")).id
            let change = try await listener.next("change")
            #expect(change["customerID"] == .number("1"))
            #expect(change["transactions"] == .array([.number("\(id)")]))
            #expect(change["subscriptions"] == .array([.number("\(id)")]))
            #expect(change["cleared"] == .bool(false))
            try store.notifications.updateSettings { $0.isRecording = true }
            _ = try await listener.next("settings")
            try store.refunds.refund(id)
            let notification = try await listener.next("notification")
            let record = try #require(try store.notifications.latest().first)
            let identifier = record.notification.identifier.uuidString.lowercased()
            #expect(notification["identifier"] == .string(identifier))
            store.clock.advance(by: 1)
            let time = try await listener.next("time")
            #expect(time["now"] == .string("2024-03-01T12:00:01.000Z"))
            try store.clear()
            #expect(try await listener.next("change")["cleared"] == .bool(true))
        }
    }

    @Test("The changes of every customer are told, each on its own")
    func customers() async throws {
        let other = try store.customers.acting(addingIfNeeded: "Bea")
        try await RunningServer.run(store) { server in
            let listener = try await EventListener(server)
            try other.pay(PaymentRequest(productID: "coins"))
            let change = try await listener.next("change")
            #expect(change["customerID"] == .number("\(other.customerID)"))
        }
    }

    @Test("An event with too many transactions says that everything may be different")
    func manyTransactions() {
        func event(_ count: Int64) -> JSONValue {
            LedgerChange.Purchases(
                customerID: 1,
                entryIDs: Array(0..<count),
                subscriptionIDs: [],
                isCleared: false
            )
            .event
        }
        #expect(event(1000)["transactions"]?.elements?.count == 1000)
        #expect(event(1000)["cleared"] == .bool(false))
        #expect(event(1001)["transactions"] == .array([]))
        #expect(event(1001)["cleared"] == .bool(true))
    }

    @Test("A client that waits gets comments, and the connection is no other's")
    func heartbeat() async throws {
        var configuration = StoreServer.Configuration.patient
        configuration.limits.heartbeatTime = 0.01
        try await RunningServer.run(store, configuration) { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/control/v1/events"))
            let head = try await client.response()
            #expect(head.status == 200)
            #expect(head.fields["content-type"] == "text/event-stream")
            #expect(head.fields["connection"] == "close")
            #expect(head.fields["content-length"] == nil)
            #expect(try await client.text(until: "\n\n") == "retry: 1000\n\n")
            #expect(try await client.text(until: "\n\n") == ":\n\n")
            client.close()
        }
    }

    @Test("The response to HEAD is the head alone")
    func head() async throws {
        try await RunningServer.run(store) { server in
            let client = try await server.connect()
            try await client.send(server.request("HEAD", "/control/v1/events"))
            #expect(try await client.response(toMethod: "HEAD").status == 200)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test("A server that stops ends the streams at once")
    func draining() async throws {
        let server = StoreServer(store, configuration: .patient)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        let listener = try await EventListener(RunningServer(server: server, address: address))
        await server.stop(within: 1e9)
        try await running
        #expect(try await listener.client.rest().isEmpty)
    }

    @Test("Many clients hear the same, and requests are served beside them")
    func manyClients() async throws {
        try await RunningServer.run(store) { server in
            var listeners: [EventListener] = []
            for _ in 0..<TestVolume.count(100, all: 500) {
                listeners.append(try await EventListener(server))
            }
            #expect(try await server.status("GET", "/control/v1/store") == 200)
            try store.pay(PaymentRequest(productID: "coins"))
            for listener in listeners {
                defer { listener.client.close() }
                #expect(try await listener.next("change")["transactions"] == .array([.number("1")]))
            }
        }
    }

    @Test("When there are too many connections, that which listens for the longest is closed")
    func tooMany() async throws {
        var configuration = StoreServer.Configuration.patient
        configuration.limits.connections = 2
        try await RunningServer.run(store, configuration) { server in
            let first = try await EventListener(server)
            let second = try await EventListener(server)
            #expect(try await server.status("GET", "/control/v1/store") == 200)
            #expect(try await first.client.rest().isEmpty)
            try store.pay(PaymentRequest(productID: "coins"))
            _ = try await second.next("change")
        }
    }
}

@Suite("Clients that listen", .timeLimit(.minutes(10)))
struct EventHubTests {
    @Test("A client that does not read is dropped, and the others are not")
    func slowReader() async throws {
        let store = try Store.make()
        let hub = EventHub(store, heartbeat: 1e9)
        let (slow, fast) = (hub.open(), hub.open())
        let (received, continuation) = AsyncStream.makeStream(of: Data.self)
        let reading = Task { await fast.forEach { continuation.yield($0) } }
        var pieces = received.makeAsyncIterator()
        #expect(await pieces.next() == Data("retry: 1000\n\n".utf8))
        for _ in 0..<EventStream.capacity {
            store.clock.advance(by: 1)
            _ = await pieces.next()
        }
        #expect(hub.count == 1)
        var count = 0
        await slow.forEach { _ in count += 1 }
        #expect(count == EventStream.capacity)
        reading.cancel()
        await reading.value
        #expect(hub.count == 0)
    }

    @Test("At the end all streams end, and nothing is observed any more")
    func end() async throws {
        let hub = EventHub(try .make(), heartbeat: 1e9)
        let stream = hub.open()
        hub.end()
        await stream.forEach { _ in }
        #expect(hub.count == 0)
    }
}

/// A client that listens to the events of a server.
private struct EventListener {
    let client: RawClient

    init(_ server: RunningServer) async throws {
        client = try await server.connect()
        try await client.send(server.request("GET", "/control/v1/events"))
        #expect(try await client.response().status == 200)
        // The store is observed as soon as this was sent.
        #expect(try await client.text(until: "\n\n") == "retry: 1000\n\n")
    }

    /// The content of the next event of a name; others are passed over.
    func next(_ name: String) async throws -> JSONValue {
        while true {
            let lines = try await client.text(until: "\n\n").split(separator: "\n")
            guard lines.first == "event: \(name)", let data = lines.last?.dropFirst(6) else {
                continue
            }
            return .object(try JSONParser.object(in: Array(data.utf8)))
        }
    }
}
