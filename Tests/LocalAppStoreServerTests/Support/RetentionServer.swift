import Foundation
import LocalAppStore
import StrictJSON

@testable import LocalAppStoreServer

/// An app's server that responds to requests for retention messages, on any free port of the
/// loopback address.
struct RetentionServer: Sendable {
    let server: ScriptedServer

    /// Starts a server with a status and the body of its responses.
    init(status: Int = 200, _ body: String) throws {
        try self.init(.answer(Self.answer(status, body)))
    }

    init(_ reply: ScriptedServer.Reply) throws {
        server = try ScriptedServer(reply, concurrently: true)
    }

    /// Starts a server that chooses a message.
    static func choosing(_ message: UUID) throws -> RetentionServer {
        try RetentionServer(#"{"message":{"messageIdentifier":"\#(message)"}}"#)
    }

    var url: String {
        get throws { try server.url(path: "/retention").absoluteString }
    }

    static func answer(_ status: Int, _ body: String) -> [UInt8] {
        let length = body.utf8.count
        return Array("HTTP/1.1 \(status) Status\r\nContent-Length: \(length)\r\n\r\n\(body)".utf8)
    }
}

extension UUID {
    static let standard = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 3))
    static let chosen = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 4))
}

extension Store {
    /// Uploads two messages, and makes the first the default of `monthly`.
    func uploadRetention(realtimeURL: String? = nil) throws {
        for (identifier, header) in [(UUID.standard, "Stay"), (.chosen, "Wait")] {
            let json = #"{"header":"\#(header)","body":"Please."}"#
            let content = try RetentionMessage(JSONNode(document: Array(json.utf8)))
            try retention.uploadMessage(identifier, content)
        }
        let place = try DefaultMessagePlace(productID: "monthly", locale: "en-US")
        try retention.setDefaultMessage(.standard, at: place)
        if let realtimeURL {
            try retention.setRealtimeURL(try RetentionSettings.url(realtimeURL))
        }
    }
}
