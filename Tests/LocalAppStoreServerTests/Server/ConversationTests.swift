import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("Requests and responses", .timeLimit(.minutes(10)))
struct ConversationTests {
    private static let path = "/verifyReceipt"

    @Test("Several requests share a connection, also sent at once")
    func pipelining() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let request = server.request("POST", Self.path, body: "{}")
            try await client.send(request + request + server.request("GET", "/nothing"))
            #expect(try await client.response()["status"] as? Int == 21002)
            let second = try await client.response()
            #expect(second["status"] as? Int == 21002)
            #expect(second.fields["connection"] == "keep-alive")
            #expect(try await client.response().status == 404)
        }
    }

    @Test(
        "A date is written as HTTP wants it",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        ] as [(TimeInterval, String)]
    )
    func dates(seconds: TimeInterval, text: String) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
    }

    // RFC 9112, 2.2: old clients send a line end too many behind a body.
    @Test("One empty line before a request is ignored, two are not")
    func emptyLine() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let request = server.request("POST", Self.path, body: "{}")
            try await client.send("\r\n" + request + "\r\n" + request)
            #expect(try await client.response()["status"] as? Int == 21002)
            #expect(try await client.response()["status"] as? Int == 21002)
            try await client.send("\r\n\r\n" + request)
            #expect(try await client.response().status == 400)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test("The body of one request is not the beginning of the next")
    func hiddenRequest() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let hidden = server.request("GET", "/hidden")
            try await client.send(server.request("POST", Self.path, body: hidden))
            #expect(try await client.response()["status"] as? Int == 21000)
            // A refused request ends its connection, and so does its body.
            try await client.send(server.request("POST", "/nothing", body: hidden))
            #expect(try await client.response().status == 404)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test("The response to HEAD has the length of the body and no body")
    func head() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            try await client.send(server.request("HEAD", Self.path))
            let head = try await client.response(toMethod: "HEAD")
            #expect(head.status == 200)
            #expect(head.length > 0)
            try await client.send(server.request("HEAD", "/nothing"))
            #expect(try await client.response(toMethod: "HEAD").status == 404)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test("An error is JSON, which no cache keeps")
    func errors() async throws {
        try await RunningServer.run { server in
            let response = try await server.ask("GET", "/nothing")
            #expect(response.status == 404)
            #expect(response["errorCode"] as? Int == 4_040_000)
            #expect(response["errorMessage"] is String)
            #expect(response.fields["content-type"] == "application/json")
            #expect(response.fields["cache-control"] == "no-store")
            let date = try #require(response.fields["date"])
            #expect(date.hasSuffix(" GMT"))
            #expect(date.count == 29)
            #expect(response.fields["x-content-type-options"] == "nosniff")
            #expect(response.fields["access-control-allow-origin"] == nil)
        }
    }

    @Test("Chunks are joined, and what is behind them is the next request")
    func chunks() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            try await client.send(
                """
                POST \(Self.path) HTTP/1.1\r
                Host: \(server.address)\r
                Transfer-Encoding: chunked\r
                \r
                1;a=b\r
                {\r
                1\r
                }\r
                0\r
                Trailer: x\r
                \r
                \(server.request("GET", "/nothing"))
                """
            )
            #expect(try await client.response()["status"] as? Int == 21002)
            #expect(try await client.response().status == 404)
        }
    }

    @Test("A client that asks whether to send its body is told")
    func expectation() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let fields = ["Expect: 100-continue", "Content-Length: 2"]
            try await client.send(server.request("POST", Self.path, fields: fields))
            #expect(try await client.response().status == 100)
            try await client.send("{}")
            #expect(try await client.response()["status"] as? Int == 21002)
            try await client.send(server.request("POST", Self.path, fields: ["Expect: more"]))
            #expect(try await client.response().status == 417)
        }
    }

    @Test("HTTP 1.0 is answered, and the connection closed")
    func oldVersion() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            try await client.send("GET \(Self.path) HTTP/1.0\r\nHost: \(server.address)\r\n\r\n")
            let response = try await client.response()
            #expect(response.status == 200)
            #expect(response.fields["connection"] == "close")
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test(
        "What is no request is refused, and the connection closed",
        arguments: [
            "\u{16}\u{3}\u{1}\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\n\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\n",
            "GET / HTTP/1.1\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        ]
    )
    func malformed(text: String) async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            try await client.send(text)
            #expect(try await client.response().status == 400)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test(
        "Bad chunks are refused",
        arguments: ["x\r\n", "1\r\nab\r\n", "1\na\n", "\r\n", "-1\r\n", "0\n\n"]
    )
    func badChunks(text: String) async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let fields = ["Transfer-Encoding: chunked"]
            try await client.send(server.request("POST", Self.path, fields: fields) + text)
            #expect(try await client.response().status == 400)
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test(
        "The page of another site reaches nothing, with no method",
        arguments: ["GET", "POST", "OPTIONS", "HEAD"]
    )
    func otherSite(method: String) async throws {
        try await RunningServer.run { server in
            let fields = ["Origin: http://evil.test", "Content-Type: text/plain"]
            let simple = try await server.status(method, Self.path, fields: fields)
            #expect(simple == 403)
            let site = ["Sec-Fetch-Site: cross-site"]
            let modern = try await server.status(method, Self.path, fields: site)
            #expect(modern == 403)
        }
    }

    @Test("A name that was made to lead here is not the server's")
    func rebinding() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            let host = "evil.test:\(server.address.port)"
            try await client.send("GET \(Self.path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try await client.response().status == 421)
        }
    }
}
