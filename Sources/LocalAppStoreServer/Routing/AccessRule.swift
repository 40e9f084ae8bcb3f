/// The requests that the server accepts: those that a program sent to it by one of its names.
///
/// A web page must not reach the server through the browser of a developer. A page's own name may
/// be made to lead to this machine (DNS rebinding); its name is in the field `Host` then. A page of
/// another site may send simple requests; the browser names that site in `Origin` or
/// `Sec-Fetch-Site`. A link of another site may lead to the transaction manager, which then shows
/// itself and not to that site.
struct AccessRule: Sendable {
    /// Hosts with ports, in lower case.
    private let hosts: Set<String>
    /// Names that are the server's with any port, in lower case.
    private let names: Set<String>

    /// Makes the rule of a server.
    ///
    /// - Parameters:
    ///   - address: The address that the server listens on.
    ///   - names: Names that it has beside those of the loopback address, with a port or for all.
    init(address: StoreServer.Address, names: Set<String>) {
        let own = ["127.0.0.1", "localhost", "[::1]", address.hostInURL]
        let port = address.port
        var hosts = own.map { "\($0.lowercased()):\(port)" }
        // The port of HTTP is left out.
        if port == 80 { hosts += own.map { $0.lowercased() } }
        self.hosts = Set(hosts)
        self.names = Set(names.map { $0.lowercased() })
    }

    func check(_ head: RequestHead) throws(RequestRefusal) {
        let fields = head.fields
        guard let host = try fields.value(of: "host")?.lowercased() else {
            throw RequestRefusal(.badRequest, "The request has no host.")
        }
        guard isOwn(host) else {
            let message = "The server does not answer to the name \(host)."
            throw RequestRefusal(.misdirectedRequest, message)
        }
        let origin = try fields.value(of: "origin")?.lowercased()
        let site = try fields.value(of: "sec-fetch-site")
        let isLink = try head.opensPage
        // The server does not support TLS: a page of the same host over https is another site.
        guard origin == nil || origin == "http://\(host)",
            site == nil || site == "same-origin" || site == "none" || isLink
        else {
            throw RequestRefusal(.forbidden, "Requests from pages of other sites are refused.")
        }
    }

    private func isOwn(_ host: String) -> Bool {
        if hosts.contains(host) || names.contains(host) { return true }
        guard let colon = host.lastIndex(of: ":") else { return false }
        let port = host[host.index(after: colon)...]
        return !port.isEmpty && port.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            && names.contains(String(host[..<colon]))
    }
}

extension RequestHead {
    /// Whether a request is the transaction manager's own: for one of its files, or by its code.
    var isOfPage: Bool {
        PageAsset.paths.contains(target.path)
            || (try? fields.value(of: "sec-fetch-site")) == "same-origin"
    }

    /// Whether a browser opens the transaction manager in a tab or a window, and not inside of
    /// another page (Fetch Metadata Request Headers).
    fileprivate var opensPage: Bool {
        get throws(RequestRefusal) {
            let mode = try fields.value(of: "sec-fetch-mode")
            let destination = try fields.value(of: "sec-fetch-dest")
            return method == "GET" && target.path == [""] && mode == "navigate"
                && destination == "document"
        }
    }
}
