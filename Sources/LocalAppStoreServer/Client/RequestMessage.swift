import Foundation

/// A request to another server as HTTP 1.1 writes it (RFC 9112, 3).
struct RequestMessage: Sendable {
    /// The name or the address of the server; an IPv6 address is without brackets.
    let host: String
    let port: UInt16
    let bytes: Data

    private static let defaultPort = 80

    /// Makes the message of a request; `nil` for an unusable address.
    init?(_ request: OutgoingRequest) {
        let url = request.url
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = url.host, !host.isEmpty, host.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let port = UInt16(exactly: url.port ?? Self.defaultPort)
        else { return nil }
        self.host = host
        self.port = port
        var lines = [
            "\(request.method) \(Self.target(parts)) HTTP/1.1",
            "Host: \(Self.hostField(host, port))",
        ]
        lines += request.fields.map { "\($0.name): \($0.value)" }
        if let body = request.body { lines.append("Content-Length: \(body.count)") }
        lines += ["Accept: */*", "Connection: close"]
        if let credentials = Self.credentials(parts) {
            lines.append("Authorization: Basic \(credentials)")
        }
        bytes =
            Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
            + (request.body ?? Data())
    }

    /// The path and the query (RFC 9112, 3.2.1).
    private static func target(_ parts: URLComponents) -> String {
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        return path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    /// The host and a port that is not the default one (RFC 9112, 3.2); the zone of an IPv6
    /// address is of this machine only (RFC 6874, 4).
    private static func hostField(_ host: String, _ port: UInt16) -> String {
        let address = host.prefix { $0 != "%" }
        let name = host.contains(":") ? "[\(address)]" : host
        return port == defaultPort ? name : "\(name):\(port)"
    }

    /// The user and the password of the address (RFC 7617, 2); `nil` without one.
    private static func credentials(_ parts: URLComponents) -> String? {
        guard let user = parts.user else { return nil }
        return Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
    }
}
