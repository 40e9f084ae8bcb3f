import Foundation
import Measuring

/// Requests a second with 64 connections: of stores with ledgers of several sizes, of a file that
/// the same server sends, and of FlyingFox's own server with a fixed answer to the same requests.
///
/// The file is that of the server's files whose size is the nearest.
struct Throughput {
    let shop: ServedShop

    private static let rounds = 5
    private static let seconds = 3
    private static let sizes = [1_000, 100_000, 1_000_000]

    private struct Contestant {
        let name: String
        let server: ServerProcess
        let load: Load
        var perSecond = Samples()
        var processorTime = Samples()
        /// Of requests a second to the one that it is compared with, round by round.
        var ratios = Samples()
    }

    func run() async throws {
        let stores = try Self.sizes.map {
            try ServerProcess([StoreRole.name, try shop.ledger(of: $0).path])
        }
        for (name, load, file) in [
            ("verifyReceipt", Load.verifyReceipt, "/page/style.css"),
            ("history", Load.history, "/control/v1/openapi.json"),
        ] {
            let loads = stores.map(load)
            let length = try await loads[0].responseLength()
            let fixed = try ServerProcess([FixedRole.name, "\(length)"])
            let file = loads[0].fixed(file)
            let answers = [
                Contestant(
                    name: "same server, \(try await file.responseLength()) fixed bytes",
                    server: stores[0],
                    load: file
                ),
                Contestant(
                    name: "FlyingFox, \(length) fixed bytes",
                    server: fixed,
                    load: loads[0].sent(to: fixed.greeting.port, "/\(length)")
                ),
            ]
            try measure("\(name), \(length) bytes", loads, stores, answers)
            try fixed.stop()
        }
        try stores.forEach { try $0.stop() }
    }

    /// The first contestant is the one that all others are compared with.
    private func measure(
        _ name: String,
        _ loads: [Load],
        _ stores: [ServerProcess],
        _ answers: [Contestant]
    ) throws {
        var contestants = zip(Self.sizes, zip(stores, loads)).map { size, pair in
            Contestant(name: "\(size) entries", server: pair.0, load: pair.1)
        }
        contestants += answers
        for _ in 0..<Self.rounds { try measureRound(&contestants) }
        print("\(name): medians of \(Self.rounds) rounds of \(Self.seconds) s, 64 connections\n")
        show(contestants)
    }

    private func measureRound(_ contestants: inout [Contestant]) throws {
        var first: Double?
        for index in contestants.indices {
            let load = contestants[index].load
            let before = try contestants[index].server.usage()
            let result = try load.run(seconds: Self.seconds, in: shop.folder)
            let after = try contestants[index].server.usage()
            let failures = load.failures(in: result)
            guard failures == 0 else {
                throw Load.Failure(output: "\(failures) requests to \(load.path) failed")
            }
            let time = after.microseconds - before.microseconds
            contestants[index].perSecond.add(result.perSecond)
            contestants[index].processorTime.add(time / result.requests)
            contestants[index].ratios.add((first ?? result.perSecond) / result.perSecond)
            first = first ?? result.perSecond
        }
    }

    private func show(_ contestants: [Contestant]) {
        var table = Table(["", "a second", "CPU us", "1000 entries, of this"])
        for contestant in contestants {
            table.add([
                contestant.name, contestant.perSecond.median.text(0),
                contestant.processorTime.median.text(0), contestant.ratios.median.text(2),
            ])
        }
        table.show()
    }
}
