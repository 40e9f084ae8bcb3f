import Foundation
import LocalAppStore

@testable import LocalAppStoreServer

/// An entitlement service that answers as it is told, on any free port of the loopback address.
struct EntitlementServer: Sendable {
    static let key = "reader-key-1234567890"

    let server: ScriptedServer
    let configuration: StoreServer.Configuration

    /// Starts a service that answers with a status and a body.
    init(status: Int = 200, _ body: String) throws {
        try self.init(.answer(Self.answer(status, body)))
    }

    init(_ reply: ScriptedServer.Reply, within seconds: TimeInterval = 1200) throws {
        server = try ScriptedServer(reply, concurrently: true)
        var configuration = StoreServer.Configuration.patient
        configuration.limits.entitlementServiceTime = seconds
        configuration.entitlementService = try StoreServer.EntitlementService(
            url: try server.url(path: "/base/"),
            key: Self.key
        )
        self.configuration = configuration
    }

    /// Starts a service that knows some elements of a list, as JSON.
    static func listing(_ elements: String...) throws -> EntitlementServer {
        try EntitlementServer(#"{"entitlements":[\#(elements.joined(separator: ","))]}"#)
    }

    /// An element of a service's list.
    static func element(
        of id: LedgerEntry.ID = 1,
        product: String = "monthly",
        state: String = "active",
        granted: Bool = true,
        until: String? = nil,
        seats: String = ""
    ) -> String {
        """
        {"name":"premium","productId":"\(product)","originalTransactionId":"\(id)",\
        "state":"\(state)","granted":\(granted),"until":\(until.map { "\"\($0)\"" } ?? "null"),\
        \(seats)"later":{}}
        """
    }

    /// Runs a server of a store that asks the service.
    func asked(
        about store: Store,
        _ body: (ControlClient) async throws -> Void
    ) async throws {
        defer { server.stop() }
        try await ControlClient.run(store, configuration, body)
    }

    private static func answer(_ status: Int, _ body: String) -> [UInt8] {
        let length = body.utf8.count
        return Array("HTTP/1.1 \(status) Status\r\nContent-Length: \(length)\r\n\r\n\(body)".utf8)
    }
}
