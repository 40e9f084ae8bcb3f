import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestCluster

/// The nodes of PostgreSQL under Patroni that `Scripts/service-test.sh patroni` starts.
struct PatroniCluster: DatabaseServer {
    let nodes: [PatroniNode]

    /// The folder of the nodes.
    private static let folder = ProcessInfo.processInfo.environment["PATRONI_FOLDER"]

    static var obstacle: String? {
        folder == nil ? "Scripts/service-test.sh patroni starts the nodes." : nil
    }

    init() throws {
        let folder = URL(fileURLWithPath: Self.folder ?? "")
        let password = try String(
            contentsOf: folder.appendingPathComponent("password"),
            encoding: .utf8
        )
        nodes = try (1...3).map { number in
            let name = folder.appendingPathComponent("node\(number)")
            return try PatroniNode(folder: name, password: password)
        }
    }

    /// The connection string that leads to the primary among the nodes.
    func address(of database: String) -> String {
        let hosts = nodes.map(\.host).joined(separator: ",")
        let ports = nodes.map(\.port).joined(separator: ",")
        return "host=\(hosts) port=\(ports) \(nodes[0].account) dbname=\(database) "
            + "target_session_attrs=read-write connect_timeout=2"
    }

    /// Waits until all nodes replicate, and Patroni has chosen one of them to take over.
    ///
    /// Before that, Patroni promotes none when the primary fails.
    func settle() async throws {
        let end = ContinuousClock.now + .seconds(120)
        while !(await isSettled) {
            guard ContinuousClock.now < end else { throw HarnessError("the nodes do not settle") }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private var isSettled: Bool {
        get async {
            let count = try? await execute("SELECT count(*) FROM pg_stat_replication")
            guard count == [["\(nodes.count - 1)"]] else { return false }
            for node in nodes where await node.isSynchronousStandby { return true }
            return false
        }
    }

    /// The node that writes, other than a former one.
    func primary(after former: PatroniNode? = nil) async -> PatroniNode? {
        for node in nodes where node.folder != former?.folder {
            let isReplica = try? await node.execute("SELECT pg_is_in_recovery()")
            if isReplica == [["f"]] { return node }
        }
        return nil
    }
}

/// A node: PostgreSQL, Patroni and etcd, as on one machine.
struct PatroniNode: DatabaseServer {
    let folder: URL
    let host: String
    let port: String
    let account: String
    /// The address of Patroni.
    private let patroni: String
    /// The namespace and the link of its network; `nil` if it shares that of the others.
    let network: (namespace: String, link: String)?

    init(folder: URL, password: String) throws {
        let file = folder.appendingPathComponent("address")
        let words = try String(contentsOf: file, encoding: .utf8)
            .split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 3 else { throw HarnessError("\(file.path) has no address") }
        self.folder = folder
        host = words[0]
        port = words[1]
        patroni = "http://\(host):\(words[2])"
        network = words.count == 5 ? (words[3], words[4]) : nil
        account = "user=postgres password=\(password)"
    }

    func address(of database: String) -> String {
        "host=\(host) port=\(port) \(account) dbname=\(database) connect_timeout=2"
    }

    var isSynchronousStandby: Bool {
        get async {
            let request = HTTPClientRequest(url: "\(patroni)/synchronous")
            let response = try? await Driver.client.execute(request, timeout: .seconds(2))
            return response?.status == .ok
        }
    }

    // MARK: Failures

    /// Kills programs of the node, which stay away until it is started.
    func kill(_ programs: [String]) throws {
        try Data().write(to: down)
        // Patroni would start PostgreSQL again.
        for program in programs {
            let text = try String(
                contentsOf: folder.appendingPathComponent(program),
                encoding: .utf8
            )
            guard let process = text.split(whereSeparator: \.isNewline).first.flatMap({ Int32($0) })
            else { throw HarnessError("\(program) has no number") }
            Foundation.kill(process, SIGKILL)
        }
    }

    func start() throws { try FileManager.default.removeItem(at: down) }

    private var down: URL { folder.appendingPathComponent("down") }

    /// Loses everything between the node and others, or brings it back.
    func cut(from others: [PatroniNode], _ isCut: Bool) throws {
        let routes = others.flatMap { other in
            // In both directions.
            [(self, other), (other, self)].map { near, far in
                "ip -n \(near.network?.namespace ?? "") route \(isCut ? "add" : "delete") "
                    + "blackhole \(far.host)"
            }
        }
        try runCommand(["sh", "-c", routes.joined(separator: " && ")])
    }

    /// Loses everything that the node sends or should get, or brings it back.
    func unplug(_ isUnplugged: Bool) throws {
        guard let network else { return }
        try runCommand(["ip", "link", "set", network.link, isUnplugged ? "down" : "up"])
    }
}
