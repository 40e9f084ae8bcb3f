import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import EntitlementService

/// A limit of 30 seconds, of which 5 are for the head.
@Suite struct RequestDeadlineTests {
    private let channel = EmbeddedChannel()

    private static let request = HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    )

    init() throws {
        try channel.pipeline.syncOperations.addHandler(RequestDeadline(.seconds(30)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func pass(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    private func respond(_ type: String = "application/json") throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: type])
        try channel.writeOutbound(HTTPResponsePart.head(head))
    }

    @Test func `a connection without a request is closed`() {
        pass(4)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    @Test func `a request has the rest of the limit from its head on`() throws {
        pass(4)
        try channel.writeInbound(Self.request)
        pass(24)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    @Test func `requests one after the other keep a connection`() throws {
        for _ in 0..<20 {
            pass(4)
            try channel.writeInbound(Self.request)
            pass(20)
            try respond()
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
        pass(4)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    @Test func `a stream of events has no limit`() throws {
        try channel.writeInbound(Self.request)
        try respond("text/event-stream")
        pass(1_000)
        #expect(channel.isActive)
    }
}
