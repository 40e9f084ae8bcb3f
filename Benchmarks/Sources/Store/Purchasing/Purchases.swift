import Foundation
import LocalAppStore
import Measuring

/// Durable purchases a second, against as many one-row commits on the same disk.
struct Purchases {
    let shop: Shop

    private static let rounds = 9
    private static let count = 300

    private struct Contestant {
        let name: String
        let act: () throws -> Void
        var samples = Samples()
    }

    func run() throws {
        let plain = try PlainTable(at: shop.folder.appendingPathComponent("plain.sqlite"))
        let observed = try shop.store("observed")
        let observation = observed.observe { _ in }
        var contestants = [
            Contestant(name: "one-row commit") { try plain.insert(Shop.coins) },
            try paying("pay", shop.store("pay")),
            try paying("pay, observed", observed),
            try payingAndFinishing(shop.store("finish")),
        ]
        for round in 0..<Self.rounds {
            for position in contestants.indices {
                let index = (position + round) % contestants.count
                contestants[index].samples.add(try perSecond(contestants[index].act))
            }
        }
        observation.cancel()
        show(contestants)
    }

    private func paying(_ name: String, _ store: Store) throws -> Contestant {
        Contestant(name: name) { try store.pay(PaymentRequest(productID: Shop.coins)) }
    }

    private func payingAndFinishing(_ store: Store) throws -> Contestant {
        Contestant(name: "pay + finish") {
            try store.finish([store.pay(PaymentRequest(productID: Shop.coins)).id])
        }
    }

    private func perSecond(_ act: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().milliseconds(of: {
            for _ in 0..<Self.count {
                try act()
            }
        })
        return Double(Self.count) / time * 1000
    }

    private func show(_ contestants: [Contestant]) {
        print("purchases: medians of \(Self.rounds) interleaved rounds of \(Self.count)")
        var table = Table(["", "a second", "of the peer"])
        for contestant in contestants {
            let ratios = ratios(of: contestant, to: contestants[0])
            let rate = contestant.samples.median.text(0)
            table.add([contestant.name, rate, ratios.median.text(2)])
        }
        table.show()
    }

    /// Round by round, because a disk is not equally fast all the time.
    private func ratios(of contestant: Contestant, to peer: Contestant) -> Samples {
        var ratios = Samples()
        for (own, other) in zip(contestant.samples.values, peer.samples.values) {
            ratios.add(own / other)
        }
        return ratios
    }
}
