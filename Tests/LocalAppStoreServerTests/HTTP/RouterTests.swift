import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("Routes")
struct RouterTests {
    private static let router = Router([
        route("GET", "/things/{id}"), route("PUT", "/things/{id}"), route("GET", "/things/all"),
        route("POST", "/things/{id}/end"), route(nil, "/any"),
    ])

    private static func route(_ method: String?, _ path: String) -> Route {
        Route(method, path) { _ in Response(.ok) }
    }

    private static func match(_ method: String, _ path: String) throws -> Router.Match {
        try router.match(RequestHead(Array("\(method) \(path) HTTP/1.1\r\n".utf8)[...]))
    }

    @Test("A segment in braces is a parameter, also with an escaped slash")
    func parameters() throws {
        #expect(try Self.match("GET", "/things/a%2Fb").parameters == ["id": "a/b"])
        #expect(try Self.match("POST", "/things/7/end").parameters == ["id": "7"])
    }

    @Test("The path with fewer parameters is preferred, if it has the method")
    func literals() throws {
        #expect(try Self.match("GET", "/things/all").parameters.isEmpty)
        #expect(try Self.match("PUT", "/things/all").parameters == ["id": "all"])
    }

    @Test("HEAD is answered where GET is, and any method where none is named")
    func methods() throws {
        #expect(try Self.match("HEAD", "/things/7").route.method == "GET")
        #expect(try Self.match("BREW", "/any").route.method == nil)
    }

    @Test(
        "Other paths are not found",
        arguments: [
            "/", "/things", "/things/", "//things/7", "/things/7/", "/Any", "/any/.", "/e\u{301}",
        ]
    )
    func unknown(path: String) {
        let encoded = path.replacingOccurrences(of: "e\u{301}", with: "e%CC%81")
        #expect { try Self.match("GET", encoded) } throws: {
            ($0 as? RequestRefusal)?.status == .notFound
        }
    }

    @Test("Another method is refused with those that there are")
    func otherMethod() {
        #expect { try Self.match("DELETE", "/things/7") } throws: { error in
            let refusal = error as? RequestRefusal
            return refusal?.status == .methodNotAllowed
                && refusal?.allowedMethods.sorted() == ["GET", "HEAD", "PUT"]
        }
        #expect { try Self.match("get", "/things/7") } throws: {
            ($0 as? RequestRefusal)?.status == .methodNotAllowed
        }
    }
}

@Suite("Who may ask")
struct AccessRuleTests {
    private static func check(
        _ fields: [(String, String)],
        _ request: String = "GET /"
    ) -> Int {
        let rule = AccessRule(
            address: .init(host: "127.0.0.1", port: 8080),
            names: ["Store.test", "tunnel:9"]
        )
        let lines = ["\(request) HTTP/1.1"] + fields.map { "\($0): \($1)" }
        do throws(RequestRefusal) {
            try rule.check(try RequestHead(lines: lines))
            return 200
        } catch {
            return error.status.rawValue
        }
    }

    @Test(
        "The server answers to the names of the loopback address and its own",
        arguments: [
            ("localhost:8080", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:8080", 200),
            ("[::1]:8080", 200), ("store.test", 200), ("store.test:1", 200), ("tunnel:9", 200),
            ("localhost", 421), ("localhost:80", 421), ("127.0.0.1:18080", 421),
            ("evil.test:8080", 421), ("localhost.evil.test:8080", 421), ("tunnel", 421),
            ("store.test:", 421), ("store.test:1x", 421), ("store.test.evil.test", 421),
            ("user@localhost:8080", 421), ("127.0.0.1:8080:8080", 421), ("", 421),
        ]
    )
    func hosts(host: String, status: Int) {
        #expect(Self.check([("Host", host)]) == status)
    }

    @Test("A request without a host, or with two, is malformed")
    func noHost() {
        #expect(Self.check([]) == 400)
        #expect(Self.check([("Host", "localhost:8080"), ("Host", "evil.test")]) == 400)
    }

    @Test(
        "A page of another site is refused",
        arguments: [
            ("Origin", "http://localhost:8080", 200), ("Origin", "https://evil.test", 403),
            ("Origin", "https://localhost:8080", 403),
            ("Origin", "http://127.0.0.1:8080", 403), ("Origin", "null", 403),
            ("Origin", "http://localhost:8081", 403), ("Origin", "", 403),
            ("Origin", "http://localhost:8080.evil.test", 403), ("Sec-Fetch-Site", "none", 200),
            ("Sec-Fetch-Site", "same-origin", 200), ("Sec-Fetch-Site", "same-site", 403),
            ("Sec-Fetch-Site", "cross-site", 403), ("Sec-Fetch-Site", "", 403),
        ]
    )
    func origins(field: String, value: String, status: Int) {
        #expect(Self.check([("Host", "localhost:8080"), (field, value)]) == status)
    }

    @Test(
        "A link of another site leads to the page, and to nothing else",
        arguments: [
            ("GET /", "navigate", "document", 200), ("GET /?a=b", "navigate", "document", 200),
            ("GET /", "navigate", "iframe", 403), ("GET /", "cors", "document", 403),
            ("GET /", "no-cors", "empty", 403), ("POST /", "navigate", "document", 403),
            ("GET /control/v1/store", "navigate", "document", 403),
            ("GET /page/app.js", "navigate", "document", 403),
            ("GET //", "navigate", "document", 403),
        ]
    )
    func links(request: String, mode: String, destination: String, status: Int) {
        let fields = [
            ("Host", "localhost:8080"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode),
            ("Sec-Fetch-Dest", destination),
        ]
        #expect(Self.check(fields, request) == status)
        let posted = fields + [("Origin", "https://evil.test")]
        #expect(Self.check(posted, request) == 403)
    }

    @Test("The port of HTTP is left out of the name")
    func defaultPort() throws {
        let rule = AccessRule(address: .init(host: "127.0.0.1", port: 80), names: [])
        try rule.check(try RequestHead(lines: ["GET / HTTP/1.1", "Host: localhost"]))
    }
}

extension RequestHead {
    fileprivate init(lines: [String]) throws(RequestRefusal) {
        try self.init(Array((lines.joined(separator: "\r\n") + "\r\n").utf8)[...])
    }
}
