import Foundation
import Measuring

/// Requests a second with 64 connections: of stores with ledgers of several sizes, and of fixed
/// answers to the same requests.
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
        for (name, load) in [
            ("verifyReceipt", Load.verifyReceipt), ("history", Load.history),
        ] {
            let loads = stores.map(load)
            let length = try await loads[0].responseLength()
            let fixed = try ServerProcess([FixedRole.name, "\(length)"])
            try measure(name, loads, stores, fixed, length)
            try fixed.stop()
        }
        try stores.forEach { try $0.stop() }
    }

    /// The first contestant is the one that all others are compared with.
    private func measure(
        _ name: String,
        _ loads: [Load],
        _ stores: [ServerProcess],
        _ fixed: ServerProcess,
        _ length: Int
    ) throws {
        var contestants = zip(Self.sizes, zip(stores, loads)).map { size, pair in
            Contestant(name: "\(size) entries", server: pair.0, load: pair.1)
        }
        contestants.append(
            Contestant(
                name: "same server, fixed answer",
                server: stores[0],
                load: loads[0].unauthenticated
            )
        )
        let padded = loads[0].sent(to: fixed.greeting.port, "/\(length)")
        contestants.append(
            Contestant(name: "FlyingFox, \(length) fixed bytes", server: fixed, load: padded)
        )
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
