import Testing

@testable import LocalAppStoreServer

@Suite("The head of a request")
struct RequestHeadTests {
    private static func parse(_ text: String) throws(RequestRefusal) -> RequestHead {
        try RequestHead(Array(text.utf8)[...])
    }

    @Test("Method, path, query and fields are read")
    func parts() throws {
        let head = try Self.parse(
            "GET /a%2Fb/%C3%A9?x=1&y=a+b%26&x=&z HTTP/1.1\r\nHost:\t h \r\nX-Y:\r\n"
        )
        #expect(head.method == "GET")
        #expect(head.target.path == ["a/b", "é"])
        #expect(head.target.values(of: "x") == ["1", ""])
        #expect(head.target.values(of: "y") == ["a b&"])
        #expect(head.target.values(of: "z") == [""])
        #expect(try head.fields.value(of: "host") == "h")
        #expect(try head.fields.value(of: "x-y")?.isEmpty == true)
        #expect(try head.fields.value(of: "x-z") == nil)
    }

    @Test(
        "What programs read in different ways is refused",
        arguments: [
            "", "\r\n", "GET\r\n", "GET /\r\n", "GET / HTTP/1.1\n", "GET  / HTTP/1.1\r\n",
            "GET / HTTP/1.1 \r\n", " GET / HTTP/1.1\r\n", "G(T / HTTP/1.1\r\n",
            "GET / http/1.1\r\n", "GET * HTTP/1.1\r\n", "GET http://a/ HTTP/1.1\r\n",
            "GET /#a HTTP/1.1\r\n", "GET /é HTTP/1.1\r\n", "GET /%2 HTTP/1.1\r\n",
            "GET /%zz HTTP/1.1\r\n", "GET /%+1 HTTP/1.1\r\n",
            "GET /?a=%00 HTTP/1.1\r\n", "GET /?a=%0D%0A HTTP/1.1\r\n",
            "GET /?a=%FF HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost : h\r\n",
            "GET / HTTP/1.1\r\n: h\r\n", "GET / HTTP/1.1\r\nHost\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n c\r\n", "GET / HTTP/1.1\r\nA: b\n",
            "GET / HTTP/1.1\r\nA: b\rc\r\n", "GET / HTTP/1.1\r\nA: \u{0}\r\n",
            "GET / HTTP/1.1\r\nA\u{7F}: b\r\n", "GET / HTTP/1.1\r\n\u{FEFF}A: b\r\n",
        ]
    )
    func malformed(text: String) {
        #expect { try Self.parse(text) } throws: { ($0 as? RequestRefusal)?.status == .badRequest }
    }

    @Test("A path keeps its control characters, and what is not UTF-8 is replaced")
    func path() throws {
        let head = try Self.parse("GET /1%00/%0D%0A/%C3/%7F HTTP/1.1\r\n")
        #expect(head.target.path == ["1\0", "\r\n", "\u{FFFD}", "\u{7F}"])
    }

    @Test("The refusal of a query has the path, for which APIs differ")
    func pathOfQuery() {
        #expect { try Self.parse("GET /control/v1?a=%00 HTTP/1.1\r\n") } throws: {
            ($0 as? RequestRefusal)?.path == ["control", "v1"]
        }
    }

    @Test("Other versions of HTTP have a status of their own")
    func version() {
        #expect { try Self.parse("GET / HTTP/2.0\r\n") } throws: {
            ($0 as? RequestRefusal)?.status == .httpVersionNotSupported
        }
    }

    @Test("The number of fields is limited")
    func fieldLimit() throws {
        let fields = String(repeating: "A: b\r\n", count: RequestHead.fieldLimit)
        _ = try Self.parse("GET / HTTP/1.1\r\n" + fields)
        #expect { try Self.parse("GET / HTTP/1.1\r\nC: d\r\n" + fields) } throws: {
            ($0 as? RequestRefusal)?.status == .requestHeaderFieldsTooLarge
        }
    }

    @Test("A field that decides something must occur once")
    func repeated() throws {
        let head = try Self.parse("GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n")
        #expect(throws: RequestRefusal.self) { try head.fields.value(of: "host") }
    }

    @Test(
        "A connection stays open as the client asks",
        arguments: [
            ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
            ("1.1", "Connection: TE, Close\r\n", false), ("1.0", "", false),
            ("1.0", "Connection: Keep-Alive\r\n", true),
        ]
    )
    func keepAlive(version: String, field: String, isKept: Bool) throws {
        let head = try Self.parse("GET / HTTP/\(version)\r\n\(field)")
        #expect(try head.keepsAlive == isKept)
    }
}

@Suite("The length of a body")
struct BodyFramingTests {
    private static func framing(_ fields: String, version: String = "1.1") throws -> BodyFraming {
        try BodyFraming(of: RequestHead(Array("POST / HTTP/\(version)\r\n\(fields)".utf8)[...]))
    }

    @Test("It is none, a number, or in the chunks")
    func framings() throws {
        #expect(try Self.framing("") == .length(0))
        #expect(try Self.framing("Content-Length: 12\r\n") == .length(12))
        #expect(try Self.framing("Transfer-Encoding: Chunked\r\n") == .chunked)
    }

    @Test(
        "What two programs may read in two ways is refused",
        arguments: [
            "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: 1\r\nContent-Length: 1\r\n", "Content-Length: 1, 1\r\n",
            "Content-Length: +1\r\n", "Content-Length: -1\r\n", "Content-Length: 0x1\r\n",
            "Content-Length: 99999999999999999999\r\n", "Content-Length: \r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: \u{A0}chunked\r\n", "Transfer-Encoding: chun\u{212A}ed\r\n",
            "Content-Length: 1\u{A0}\r\n",
        ]
    )
    func refused(fields: String) {
        #expect(throws: RequestRefusal.self) { try Self.framing(fields) }
    }

    @Test("HTTP 1.0 has no chunks")
    func oldVersion() {
        #expect(throws: RequestRefusal.self) {
            try Self.framing("Transfer-Encoding: chunked\r\n", version: "1.0")
        }
    }

    @Test("The size of a chunk is hexadecimal, and an extension is ignored")
    func chunkSize() throws {
        #expect(try BodyFraming.chunkSize(Array("1aF;name=value".utf8)) == 0x1AF)
        for text in ["", "g", "-1", "+1", "0x1", " 1", "1 ", "ffffffffffffffffff"] {
            #expect(throws: RequestRefusal.self) { try BodyFraming.chunkSize(Array(text.utf8)) }
        }
    }
}
