import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite struct PageTests {
    @Test func `the page and all files that it names are served without a key`() async throws {
        try await TestService().serve { client in
            let page = try await client.execute(uri: "/admin", method: .get)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; connect-src 'self'; "))
            #expect(policy.contains("frame-ancestors 'none'"))

            var named = Self.names(in: page.text, after: "\"admin/")
            var served: Set<String> = []
            while let name = named.subtracting(served).first {
                let file = try await client.execute(uri: "/admin/\(name)", method: .get)
                #expect(file.status == .ok, "\(name)")
                #expect(file.headers[.contentSecurityPolicy] == policy)
                #expect(file.headers[.xContentTypeOptions] == "nosniff")
                #expect(!file.text.contains("innerHTML"))
                named.formUnion(Self.names(in: file.text, after: "from \"./"))
                served.insert(name)
            }
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Sources/EntitlementService/Page").standardized
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(served.union(["index.html"]) == Set(files))
        }
    }

    private static func names(in text: String, after mark: String) -> Set<String> {
        Set(text.components(separatedBy: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) })
    }

    @Test func `a browser that has a file gets 304, and other files are not found`() async throws {
        try await TestService().serve { client in
            let file = try await client.execute(uri: "/admin/app.js", method: .get)
            let tag = try #require(file.headers[.eTag])
            let known = try await client.execute(
                uri: "/admin/app.js",
                method: .get,
                headers: [.ifNoneMatch: "W/\(tag)"]
            )
            #expect(known.status == .notModified)
            #expect(known.headers[.eTag] == tag)
            for path in ["missing.js", "index.html", "..%2FPage%2Fapp.js", "App.js"] {
                let missing = try await client.execute(uri: "/admin/\(path)", method: .get)
                #expect(missing.status == .notFound, "\(path)")
            }
            let slash = try await client.execute(uri: "/admin/", method: .get)
            #expect(slash.headers[.location] == "../admin")
        }
    }

    @Test func `the description names the version of OpenAPI`() async throws {
        try await TestService().serve { client in
            let response = try await client.execute(uri: "/v1/openapi.json", method: .get)
            #expect(response.headers[.contentType] == "application/json")
            let description = try JSONSerialization.jsonObject(with: Data(response.text.utf8))
            #expect((description as? [String: Any])?["openapi"] as? String == "3.1.0")
        }
    }

    @Test func `a key is told what it is for`() async throws {
        try await TestService().serve { client in
            for (key, access) in [
                (
                    TestService.key,
                    """
                    {"name":"reader","apps":[{"app":"com.example.shop",\
                    "environments":["Sandbox"],"entitlements":[]}],\
                    "writes":false,"admin":false}
                    """
                ),
                (
                    TestService.otherKey,
                    #"{"name":"other","apps":[],"writes":true,"admin":false}"#
                ),
            ] {
                let response = try await client.execute(
                    uri: "/v1/access",
                    method: .get,
                    headers: [.authorization: "Bearer \(key)"]
                )
                #expect(response.text == access)
            }
            let refused = try await client.execute(uri: "/v1/access", method: .get)
            #expect(refused.status == .unauthorized)
        }
    }
}
