import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("What a server puts up with", .timeLimit(.minutes(10)))
struct LimitTests {
    private static let path = "/verifyReceipt"

    private static func configuration(
        _ change: (inout StoreServer.Limits) -> Void
    ) -> StoreServer.Configuration {
        var limits = StoreServer.Limits.patient
        change(&limits)
        return StoreServer.Configuration(limits: limits)
    }

    @Test("A body that is too long is refused before it is sent")
    func longBody() async throws {
        let configuration = Self.configuration { $0.bodyBytes = 100 }
        try await RunningServer.run(nil, configuration) { server in
            let body = String(repeating: " ", count: 100)
            #expect(try await server.status("POST", Self.path, body: body) == 200)
            for length in [101, Int.max] {
                let client = try await server.connect()
                let fields = ["Content-Length: \(length)", "Expect: 100-continue"]
                try await client.send(server.request("POST", Self.path, fields: fields))
                #expect(try await client.response().status == 413)
                #expect(try await client.rest().isEmpty)
            }
        }
    }

    @Test("Chunks that are too long together are refused, also one that only says so")
    func longChunks() async throws {
        let configuration = Self.configuration { $0.bodyBytes = 100 }
        try await RunningServer.run(nil, configuration) { server in
            let chunk = "32\r\n\(String(repeating: " ", count: 50))\r\n"
            for chunks in ["7fffffffffffffff\r\n", "65\r\n", chunk + chunk + "1\r\n"] {
                let client = try await server.connect()
                let fields = ["Transfer-Encoding: chunked"]
                try await client.send(server.request("POST", Self.path, fields: fields) + chunks)
                #expect(try await client.response().status == 413)
            }
            let client = try await server.connect()
            let fields = ["Transfer-Encoding: chunked"]
            let whole = server.request("POST", Self.path, fields: fields) + chunk + chunk
            try await client.send(whole + "0\r\n\r\n")
            #expect(try await client.response().status == 200)
        }
    }

    @Test("The greatest limits do not overflow")
    func greatestLimits() async throws {
        let configuration = Self.configuration { limits in
            limits.headBytes = .max
            limits.bodyBytes = .max
            limits.heartbeatTime = .infinity
        }
        try await RunningServer.run(nil, configuration) { server in
            #expect(try await server.status("POST", Self.path, body: "{}") == 200)
            let client = try await server.connect()
            let fields = ["Transfer-Encoding: chunked"]
            let chunks = "1\r\n \r\n7fffffffffffffff\r\n"
            try await client.send(server.request("POST", Self.path, fields: fields) + chunks)
            #expect(try await client.response().status == 413)
            let listener = try await server.connect()
            try await listener.send(server.request("GET", "/control/v1/events"))
            _ = try await listener.text(until: "retry: 1000")
            #expect(try await server.status("POST", Self.path, body: "{}") == 200)
        }
    }

    @Test("A head that is too long is refused before its end")
    func longHead() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let field = String(repeating: "a", count: 20_000)
            try await client.send("GET / HTTP/1.1\r\nX: \(field)")
            #expect(try await client.response().status == 431)
            #expect(try await client.rest().isEmpty)
            let long = try await server.ask("GET", Self.path, fields: ["X: \(field)"])
            #expect(long.status == 431)
        }
    }

    @Test(
        "A client that is too slow is told so, and one that sends nothing is left",
        arguments: [
            "", "G", "GET / HTTP/1.1\r\nHost", "POST /verifyReceipt HTTP/1.1\r\nHost: *\r\n\r\n",
        ]
    )
    func slowClient(text: String) async throws {
        let configuration = Self.configuration {
            // A client that sends something is not idle, however late its first byte arrives.
            $0.idleTime = text.isEmpty ? 0.05 : 600
            $0.headTime = 0.05
            $0.bodyTime = 0.05
        }
        try await RunningServer.run(nil, configuration) { server in
            let client = try await server.connect()
            let host = "Host: \(server.address)\r\nContent-Length: 9"
            try await client.send(text.replacingOccurrences(of: "Host: *", with: host))
            let answer = try await client.rest()
            #expect(text.isEmpty ? answer.isEmpty : answer.hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test("A client that reads no response is left")
    func slowReader() async throws {
        let configuration = Self.configuration { $0.responseTime = 0.05 }
        try await RunningServer.run(nil, configuration) { server in
            let client = try await server.connect()
            let request = server.request("GET", "/control/v1/openapi.json")
            // The responses are long and soon fill what the system holds for a client, and the
            // requests what it holds for a server that waits.
            let requests = String(repeating: request, count: 1_000)
            await #expect(throws: (any Error).self) {
                while true { try await client.send(requests) }
            }
        }
    }

    @Test("1,000 idle connections do not delay a request", .enabled(if: descriptors > 2_500))
    func idleConnections() async throws {
        let configuration = Self.configuration { $0.connections = 1_100 }
        try await RunningServer.run(nil, configuration) { server in
            var clients: [RawClient] = []
            for _ in 0..<1_000 { clients.append(try await server.connect()) }
            #expect(try await server.status("POST", Self.path) == 200)
            // They are served, too.
            try await clients[0].send(server.request("POST", Self.path))
            #expect(try await clients[0].response().status == 200)
            clients.forEach { $0.close() }
        }
    }

    @Test("Of 1,000 connections the server keeps as many as it may")
    func tooManyConnections() async throws {
        let configuration = Self.configuration { $0.connections = 16 }
        try await RunningServer.run(nil, configuration) { server in
            for _ in 0..<20 {
                var clients: [RawClient] = []
                for _ in 0..<50 { clients.append(try await server.connect()) }
                #expect(try await server.status("POST", Self.path) == 200)
                clients.forEach { $0.close() }
            }
        }
    }

    /// How many files and sockets this process may have.
    private static var descriptors: Int { sysconf(Int32(_SC_OPEN_MAX)) }
}
