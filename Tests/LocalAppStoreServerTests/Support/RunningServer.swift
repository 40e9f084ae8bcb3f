import Foundation
import LocalAppStore

@testable import LocalAppStoreServer

/// A server on any free port of the loopback address, which ends with the test.
struct RunningServer: Sendable {
    let server: StoreServer
    let address: StoreServer.Address

    static func run(
        _ store: Store? = nil,
        _ configuration: StoreServer.Configuration = .patient,
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        await ServerSlots.shared.take()
        do {
            try await serve(store, configuration, body)
        } catch {
            await ServerSlots.shared.giveBack()
            throw error
        }
        await ServerSlots.shared.giveBack()
    }

    private static func serve(
        _ store: Store?,
        _ configuration: StoreServer.Configuration,
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        let server = StoreServer(try store ?? .make(), configuration: configuration)
        async let running: Void = server.run()
        do {
            let address = try await server.waitUntilListening()
            try await body(RunningServer(server: server, address: address))
        } catch {
            await server.stop(within: 0)
            throw error
        }
        await server.stop()
        try await running
    }

    func connect() async throws -> RawClient {
        try await RawClient.connect(to: address)
    }

    /// Sends a request on a connection of its own.
    func ask(
        _ method: String = "GET",
        _ path: String,
        fields: [String] = [],
        body: String = ""
    ) async throws -> RawResponse {
        let client = try await connect()
        defer { client.close() }
        try await client.send(request(method, path, fields: fields, body: body))
        return try await client.response(toMethod: method)
    }

    /// Sends a request with any bytes on a connection of its own.
    func ask(
        _ method: String,
        _ path: String,
        fields: [String],
        data: Data
    ) async throws -> RawResponse {
        let client = try await connect()
        defer { client.close() }
        let fields = fields + ["Content-Length: \(data.count)"]
        try await client.send(Data(request(method, path, fields: fields).utf8) + data)
        return try await client.response(toMethod: method)
    }

    /// Sends a request on a connection of its own, and returns the status of the response.
    func status(
        _ method: String = "GET",
        _ path: String,
        fields: [String] = [],
        body: String = ""
    ) async throws -> Int {
        try await ask(method, path, fields: fields, body: body).status
    }

    /// The text of a request.
    func request(
        _ method: String = "GET",
        _ path: String,
        fields: [String] = [],
        body: String = ""
    ) -> String {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(address)"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

extension StoreServer.Configuration {
    /// Limits that no test meets, however busy the machine is.
    static var patient: StoreServer.Configuration { .init(limits: .patient) }
}

extension StoreServer.Limits {
    static var patient: StoreServer.Limits {
        var limits = StoreServer.Limits()
        limits.idleTime = 1200
        limits.headTime = 1200
        limits.bodyTime = 1200
        limits.responseTime = 1200
        limits.webhookTime = 1200
        limits.retentionTime = 1200
        limits.performanceTest.totalDuration = 1_200_000
        limits.performanceTest.responseTimeThreshold = 1_200_000
        return limits
    }
}

/// Limits the number of simultaneous servers, because each has a thread that waits for its
/// sockets, and the process has a limited number of threads.
actor ServerSlots {
    static let shared = ServerSlots(8)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    func take() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
