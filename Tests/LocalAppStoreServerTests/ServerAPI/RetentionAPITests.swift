import AppReceipt
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Retention messages over the server API", .timeLimit(.minutes(10)))
struct RetentionAPITests {
    private static let path = "/v1/messaging"
    private static let image = "01020304-0506-4708-890a-0b0c0d0e0f10"
    private static let message = "F1020304-0506-4708-890A-0B0C0D0E0F10"
    private static let content = #"{"header":"Stay","body":"Please."}"#

    private static func content(_ members: String) -> String {
        #"{"header":"Stay","body":"Please.",\#(members)}"#
    }

    private static func upload(
        to server: APIServer,
        _ query: String = "",
        _ png: SamplePNG = SamplePNG()
    ) async throws -> RawResponse {
        let fields = ["Authorization: Bearer \(try server.token())", "Content-Type: image/png"]
        return try await server.ask(
            "PUT",
            "\(path)/image/\(image)\(query)",
            fields: fields,
            data: png.data
        )
    }

    @Test("Images are uploaded, listed and deleted")
    func images() async throws {
        try await APIServer.run { server in
            let upload = try await Self.upload(to: server)
            #expect(upload.status == 200)
            #expect(upload.body.isEmpty)
            let list = try await server.get("\(Self.path)/image/list")
            #expect(
                list["imageIdentifiers"] as? [[String: String]] == [
                    [
                        "imageIdentifier": Self.image, "imageState": "APPROVED",
                        "imageSize": "FULL_SIZE",
                    ]
                ]
            )
            let deletion = try await server.ask("DELETE", "\(Self.path)/image/\(Self.image)")
            #expect(deletion.status == 200)
            let bullet = try await Self.upload(to: server, "?imageSize=BULLET_POINT", .bulletPoint)
            #expect(bullet.status == 200)
            #expect(try server.store.retention.images().map(\.size) == [.bulletPoint])
        }
    }

    @Test("An image that is invalid or there already is refused")
    func refusedImages() async throws {
        try await APIServer.run { server in
            for query in ["?imageSize=SMALL", "?imageSize=", "?imageSize=FULL_SIZE&imageSize=X"] {
                #expect(try await Self.upload(to: server, query).code == 4_000_216)
            }
            #expect(try await Self.upload(to: server, "?imageSize=BULLET_POINT").code == 4_000_161)
            #expect(try await Self.upload(to: server, "", .bulletPoint).code == 4_000_161)
            let path = "\(Self.path)/image/\(Self.image)"
            #expect(try await server.errorCode("PUT", path, body: "GIF89a") == 4_000_161)
            #expect(try await server.errorCode("DELETE", path) == 4_040_014)
            #expect(try await server.errorCode("DELETE", "\(Self.path)/image/1") == 4_000_000)
            _ = try await Self.upload(to: server)
            #expect(try await Self.upload(to: server).code == 4_090_000)
            let body = Self.content(
                #""image":{"imageIdentifier":"\#(Self.image)","altText":"Two birds"}"#
            )
            let message = "\(Self.path)/message/\(Self.message)"
            #expect(try await server.ask("PUT", message, body: body).status == 200)
            #expect(try await server.errorCode("DELETE", path) == 4_030_019)
        }
    }

    @Test("Messages are uploaded, listed and deleted")
    func messages() async throws {
        try await APIServer.run { server in
            let path = "\(Self.path)/message/\(Self.message)"
            let upload = try await server.ask("PUT", path, body: Self.content)
            #expect(upload.status == 200)
            #expect(upload.body.isEmpty)
            let list = try await server.get("\(Self.path)/message/list")
            #expect(
                list["messageIdentifiers"] as? [[String: String]] == [
                    [
                        "messageIdentifier": Self.message.lowercased(),
                        "messageState": "APPROVED",
                    ]
                ]
            )
            #expect(try await server.errorCode("PUT", path, body: Self.content) == 4_090_001)
            #expect(try await server.ask("DELETE", path).status == 200)
            #expect(try await server.errorCode("DELETE", path) == 4_040_015)
            #expect(try await server.errorCode("DELETE", "\(Self.path)/message/1") == 4_000_000)
        }
    }

    @Test(
        "A message that is not as Apple documents it is refused",
        arguments: [
            ("{", 4_000_000), ("{}", 4_000_000),
            (#"{"header":"\#(String(repeating: "a", count: 67))","body":"b"}"#, 4_000_162),
            (#"{"header":"a","body":"\#(String(repeating: "b", count: 145))"}"#, 4_000_163),
            (
                content(
                    #""image":{"imageIdentifier":"\#(image)","altText":""#
                        + String(repeating: "a", count: 151) + #""}"#
                ), 4_000_175
            ),
            (content(#""image":{"imageIdentifier":"\#(image)","altText":"a"}"#), 4_040_014),
            (content(#""bulletPoints":[{},{},{},{},{},{}]"#), 4_000_218),
            (
                content(#""bulletPoints":[{"text":"\#(String(repeating: "a", count: 67))"}]"#),
                4_000_219
            ),
            (content(#""headerPosition":"ABOVE_IMAGE""#), 4_000_224),
        ]
    )
    func refusedMessages(body: String, code: Int) async throws {
        try await APIServer.run { server in
            let path = "\(Self.path)/message/\(Self.message)"
            let found = try await server.errorCode("PUT", path, body: body)
            #expect(found == code)
        }
    }

    @Test("A default message is set, read and deleted")
    func defaultMessage() async throws {
        try await APIServer.run { server in
            try server.store.uploadRetention()
            let path = "\(Self.path)/default/monthly/de-DE"
            #expect(try await server.errorCode("GET", path) == 4_040_020)
            #expect(try await server.errorCode("DELETE", path) == 4_040_020)
            let body = #"{"messageIdentifier":"\#(UUID.chosen)"}"#
            #expect(try await server.ask("PUT", path, body: body).status == 200)
            let found = try await server.get(path)
            #expect(found["messageIdentifier"] as? String == UUID.chosen.uuidString.lowercased())
            #expect(try await server.ask("DELETE", path).status == 200)
            #expect(try await server.errorCode("GET", path) == 4_040_020)
        }
    }

    @Test("A default message that is not possible is refused")
    func refusedDefaultMessages() async throws {
        try await APIServer.run { server in
            try server.store.uploadRetention()
            let body = #"{"messageIdentifier":"\#(UUID.chosen)"}"#
            let path = "\(Self.path)/default"
            for (place, body, code) in [
                ("monthly/en_US", body, 4_000_164), ("monthly/x%00", body, 4_000_164),
                ("coins/en-US", body, 4_000_023), ("monthly%00/en-US", body, 4_000_023),
                ("monthly/en-US", "{}", 4_000_000),
                ("monthly/en-US", #"{"messageIdentifier":"1"}"#, 4_000_000),
                ("monthly/en-US", #"{"messageIdentifier":"\#(UUID())"}"#, 4_040_015),
            ] {
                let found = try await server.errorCode("PUT", "\(path)/\(place)", body: body)
                #expect(found == code, "\(place) \(body)")
            }
            try server.store.retention.setState(.rejected, of: .message(.chosen))
            let found = try await server.errorCode("PUT", "\(path)/monthly/en-US", body: body)
            #expect(found == 4_030_017)
        }
    }

    @Test("A default message whose image is not approved is refused")
    func refusedImageOfDefaultMessage() async throws {
        try await APIServer.run { server in
            _ = try await Self.upload(to: server)
            let identifier = try #require(UUID(uuidString: Self.image))
            try server.store.retention.setState(.pending, of: .image(identifier))
            let body = Self.content(
                #""image":{"imageIdentifier":"\#(Self.image)","altText":"Two birds"}"#
            )
            let message = "\(Self.path)/message/\(Self.message)"
            #expect(try await server.ask("PUT", message, body: body).status == 200)
            let choice = #"{"messageIdentifier":"\#(Self.message)"}"#
            let path = "\(Self.path)/default/monthly/en-US"
            #expect(try await server.errorCode("PUT", path, body: choice) == 4_030_018)
        }
    }

    @Test("A real-time URL is set, read and deleted")
    func realtimeURL() async throws {
        try await APIServer.run { server in
            let path = "\(Self.path)/realtime/url"
            #expect(try await server.errorCode("GET", path) == 4_040_021)
            #expect(try await server.errorCode("DELETE", path) == 4_040_021)
            for body in ["{}", #"{"realtimeURL":"ftp://a/"}"#, #"{"realtimeURL":1}"#] {
                #expect(try await server.errorCode("PUT", path, body: body) == 4_000_215)
            }
            let body = #"{"realtimeURL":"https://shop.example/retention"}"#
            #expect(try await server.ask("PUT", path, body: body).status == 200)
            let found = try await server.get(path)
            #expect(found["realtimeURL"] as? String == "https://shop.example/retention")
            try server.store.updateReceiptSettings { $0.environment = .production }
            #expect(try await server.errorCode("PUT", path, body: body) == 4_030_026)
            try server.store.updateReceiptSettings { $0.environment = .sandbox }
            #expect(try await server.ask("DELETE", path).status == 200)
            #expect(try await server.errorCode("GET", path) == 4_040_021)
        }
    }

    @Test("Every request needs a token, and a plan can exhaust the rate limit")
    func access() async throws {
        try await APIServer.run { server in
            for path in ["image/list", "message/list", "realtime/url", "default/monthly/en-US"] {
                let response = try await server.get("\(Self.path)/\(path)", fields: [])
                #expect(response.status == 401)
            }
            server.store.faults.plan = try FaultPlan(
                seed: 1,
                rules: [.at(.serverRequest, .httpStatus(429))]
            )
            #expect(try await server.errorCode("GET", "\(Self.path)/image/list") == 4_290_000)
        }
    }
}

extension RawResponse {
    fileprivate var code: Int? { self["errorCode"] as? Int }
}
