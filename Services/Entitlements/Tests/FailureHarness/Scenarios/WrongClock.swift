import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestCluster

/// The clocks of the service's processes are an hour slow, right, and an hour fast.
struct WrongClock: Scenario {
    let cluster: TestCluster

    init() async throws {
        cluster = try await TestCluster()
        try await cluster.makeDatabase(World.database)
    }

    /// The library that changes the time (Debian's package faketime).
    private static let library: String? = {
        let root = "/usr/lib"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return folders.map { "\(root)/\($0)/faketime/libfaketime.so.1" }
            .first(where: FileManager.default.fileExists)
    }()

    static var obstacle: String? { library == nil ? "There is no libfaketime." : nil }

    private static let leads = [-3600, 0, 3600]

    var launchers: [[String]] {
        Self.leads.map { lead in
            guard lead != 0, let library = Self.library else { return [] }
            return [
                "env", "LD_PRELOAD=\(library)", "FAKETIME=\(lead > 0 ? "+" : "")\(lead)",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
            ]
        }
    }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {}

    func audit(_ world: World) async throws {
        for (index, lead) in Self.leads.enumerated() {
            let name = "entitlements_clock_skew_seconds"
            let found = await world.log.wait(for: "\(name) \(lead)", within: .seconds(20)) { _ in
                let text = await metrics(of: index, world) ?? ""
                let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
                let value = line?.split(separator: " ").last.flatMap { Double($0) }
                return value.map { abs($0 - Double(lead)) < 10 } ?? false
            }
            if found { world.log.count("clocks measured") }
        }
    }

    private func metrics(of index: Int, _ world: World) async -> String? {
        guard let url = world.fleet.url(of: index) else { return nil }
        var request = HTTPClientRequest(url: "\(url)/metrics")
        request.headers.add(name: "authorization", value: "Bearer \(world.key)")
        guard let response = try? await Driver.client.execute(request, timeout: .seconds(10)),
            let body = try? await response.body.collect(upTo: 1 << 20)
        else { return nil }
        return String(buffer: body)
    }
}
