import AppReceipt
import Foundation
import TestCluster

/// Clients are slow, go away, or send nonsense; the service answers none with a 5xx, and ends every
/// connection in time.
struct BadClients: Scenario {
    /// The limit of a request, in seconds.
    private static let limit = 3

    let cluster: TestCluster

    init() async throws {
        cluster = try await TestCluster()
        try await cluster.makeDatabase(World.database)
    }

    var launchers: [[String]] { [[], []] }
    var allowedFailures: Set<Int> { [400, 401, 403] }
    var settings: [String: String] { ["ENTITLEMENTS_REQUEST_SECONDS": "\(Self.limit)"] }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        var scripts = BadRequests.slow(world.key, &random)
        for _ in 0..<30 { scripts.append(BadRequests.malformed(world.key, &random)) }
        let urls = world.fleet.urls
        await withTaskGroup { group in
            for (name, script) in scripts {
                let url = urls.randomElement(using: &random) ?? ""
                group.addTask { await run(name, script, url, world.log) }
            }
        }
        for index in 0..<10 { try await sendOddDocument(index, world, &random) }
        for url in urls { await keepAlive(url, world) }
    }

    private func run(
        _ name: String,
        _ script: RawClient.Script,
        _ url: String,
        _ log: DeliveryLog
    ) async {
        let limit = Double(Self.limit)
        guard let client = RawClient(url) else { return }
        let outcome = await client.run(script, within: .seconds(2 * Self.limit + 2))
        log.count("bad requests")
        let answer = outcome.status.map { "\($0)" } ?? "nothing"
        if !outcome.isEnded || outcome.seconds > limit + 1 {
            log.problem("\(name) was served for \(outcome.seconds) s, with \(answer)")
        }
        if let status = outcome.status, status >= 500 { log.problem("\(name) got \(status)") }
        if name == "endless", outcome.status != 413 { log.problem("\(name) got \(answer)") }
        if outcome.status == 200, name != "half closed" { log.problem("\(name) got 200") }
        log.count("\(name): \(answer)")
    }

    /// Sends correctly signed documents with values that the database may not be able to store.
    private func sendOddDocument(
        _ index: Int,
        _ world: World,
        _ random: inout SplitMix64
    ) async throws {
        let id = UUID(random: &random)
        let signed = try OddDocument.make(index, id, world.issuer, &random)
        guard let signed, let url = world.fleet.urls.randomElement(using: &random) else { return }
        let document = SignedDocument.notification(signed, id: id, nil)
        _ = world.log.begin(document)
        let head = BadRequests.head("POST", document.path, document.body.utf8.count)
        let script = RawClient.Script(bytes: Array((head + document.body).utf8), endsSending: true)
        let outcome = await RawClient(url)?.run(script, within: .seconds(20))
        let status = outcome?.status ?? 0
        if status == 200 { world.log.acknowledge(document) }
        if ![200, 400, 401].contains(status) {
            world.log.problem("odd document \(index) got \(status)")
        }
        world.log.count("odd documents: \(status)")
    }

    /// A connection that was idle for a while serves another request with a wait.
    private func keepAlive(_ url: String, _ world: World) async {
        let query = "app=\(EntitlementQuery.app)&environment=Sandbox&wait=1"
        let path = "/v1/customers/nobody/entitlements?\(query)"
        let fields = "Authorization: Bearer \(world.key)\r\nIf-None-Match: \"none\""
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields), \(BadRequests.emptyTag)\r\n\r\n".utf8
        )
        let first = Array("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        // A connection without a request is closed after a sixth of the limit.
        let script = RawClient.Script(
            bytes: first,
            later: (request, after: Int32(Self.limit * 1000 / 15))
        )
        let outcome = await RawClient(url)?.run(script, within: .seconds(3 * Self.limit))
        guard outcome?.status != 304 else { return }
        let answer = outcome?.status.map { "\($0)" } ?? "nothing"
        world.log.problem("a second request got \(answer)")
    }
}
