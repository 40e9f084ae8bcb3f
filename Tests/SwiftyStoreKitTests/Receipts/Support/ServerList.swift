import Foundation

/// The servers by host, as long as their tests hold them.
// Unchecked because every access to `servers` holds `lock`.
final class ServerList: @unchecked Sendable {
    private struct Entry {
        weak var server: ReceiptServer?
    }

    private let lock = NSLock()
    private var servers: [String: Entry] = [:]

    func add(_ server: ReceiptServer, _ host: String) {
        lock.withLock { servers[host] = Entry(server: server) }
    }

    func find(_ host: String) -> ReceiptServer? {
        lock.withLock { servers[host]?.server }
    }
}
