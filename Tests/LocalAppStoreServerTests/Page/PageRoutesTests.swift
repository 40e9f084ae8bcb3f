import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("Transaction manager")
struct PageRoutesTests {
    private static let router = Router(Route.page)

    private static func response(_ path: String, _ fields: String...) throws -> Response {
        let lines = ["GET \(path) HTTP/1.1"] + fields
        let head = try RequestHead(Array((lines.joined(separator: "\r\n") + "\r\n").utf8)[...])
        let match = try router.match(head)
        guard case .blocking(let respond) = match.route.handler else {
            throw RequestRefusal(.internalServerError, "A file is sent without waiting.")
        }
        return try respond(Request(head: head, parameters: [:], body: Data()))
    }

    private static func fields(_ response: Response) -> [String] {
        let text = String(
            decoding: response.bytes(connection: "close", hasBody: false, at: .start),
            as: UTF8.self
        )
        return text.components(separatedBy: "\r\n")
    }

    private static func tag(of path: String) throws -> String {
        let field = try fields(response(path)).first { $0.hasPrefix("ETag: ") }
        return String(try #require(field).dropFirst("ETag: ".count))
    }

    @Test(
        "A file has the type by which a browser accepts it",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/page/style.css", "text/css; charset=utf-8"),
            ("/page/app.js", "text/javascript; charset=utf-8"), ("/page/icon.svg", "image/svg+xml"),
        ]
    )
    func contentType(path: String, type: String) throws {
        let response = try Self.response(path)
        #expect(response.status == 200)
        #expect(!response.body.isEmpty)
        #expect(Self.fields(response).contains("Content-Type: \(type)"))
    }

    @Test("Each file is guarded against other pages and other people's code")
    func protection() throws {
        for asset in PageAsset.all {
            let fields = Self.fields(try Self.response(asset.path))
            let policy = try #require(
                fields.first { $0.hasPrefix("Content-Security-Policy: default-src 'self'; ") }
            )
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(fields.contains("X-Content-Type-Options: nosniff"))
            #expect(fields.contains("Referrer-Policy: no-referrer"))
        }
    }

    @Test("A browser keeps a file, and asks each time whether it is still the present one")
    func caching() throws {
        let caching = Self.fields(try Self.response("/")).filter { $0.hasPrefix("Cache-Control") }
        #expect(caching == ["Cache-Control: no-cache"])
        let tag = try Self.tag(of: "/page/app.js")
        #expect(try Self.tag(of: "/page/dom.js") != tag)
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "\(tag) , \"other\"", "*"] {
            let response = try Self.response("/page/app.js", "If-None-Match: \(known)")
            #expect(response.status == 304)
        }
        for known in ["\"other\"", "", "app", String(tag.dropLast())] {
            #expect(try Self.response("/page/app.js", "If-None-Match: \(known)").status == 200)
        }
    }

    @Test("A file that has not changed is not sent again, but states its length")
    func notModified() throws {
        let tag = try Self.tag(of: "/")
        let response = try Self.response("/", "If-None-Match: \(tag)")
        let bytes = response.bytes(connection: "close", hasBody: true, at: .start)
        #expect(bytes.suffix(4) == Data("\r\n\r\n".utf8))
        #expect(Self.fields(response).contains("Content-Length: \(response.body.count)"))
    }

    @Test(
        "No path leads to other files",
        arguments: [
            "/page", "/page/", "/page/missing.js", "/page/index.html", "/index.html",
            "/page/../page/app.js", "/page/%2e%2e/page/app.js", "/page/..%2Fapp.js",
            "/page/app.js/", "/page/app.js%00", "/page//app.js", "/page/App.js", "//page/app.js",
        ]
    )
    func otherPaths(path: String) {
        #expect { try Self.response(path) } throws: { error in
            let status = (error as? RequestRefusal)?.status
            return status == .notFound || path.hasSuffix("%00") && status == .badRequest
        }
    }

    @Test("Every file that the page names is there, and none is left out")
    func references() throws {
        var named: Set = ["/"]
        for asset in PageAsset.all {
            let text = String(decoding: asset.body, as: UTF8.self)
            for part in text.components(separatedBy: "\"/page/").dropFirst() {
                named.insert("/page/\(part.prefix { $0 != "\"" })")
            }
        }
        #expect(named == Set(PageAsset.all.map(\.path)))
    }

    @Test("Nothing of the page comes from elsewhere, and no code stands inside of markup")
    func ownFilesOnly() {
        let names = ["http:", "https:", "style=", "onclick=\"", "innerHTML", "outerHTML", "eval("]
        for asset in PageAsset.all {
            // Names of vocabularies and samples of addresses are not fetched.
            let text = String(decoding: asset.body, as: UTF8.self)
                .replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
                .replacingOccurrences(of: "http://127.0.0.1", with: "")
            for name in names where text.contains(name) {
                Issue.record("\(asset.path) contains \(name)")
            }
        }
    }

    @Test("A server sends the page", .timeLimit(.minutes(10)))
    func served() async throws {
        try await RunningServer.run { server in
            let response = try await server.ask("GET", "/")
            #expect(response.status == 200)
            #expect(response.text.hasPrefix("<!doctype html>"))
            #expect(response.fields["cache-control"] == "no-cache")
            #expect(try await server.status("HEAD", "/page/app.js") == 200)
            #expect(try await server.status("POST", "/") == 405)
            #expect(try await server.status("GET", "/page/missing.js") == 404)
        }
    }
}
