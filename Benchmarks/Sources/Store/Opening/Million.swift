import Foundation
import LedgerFilling
import LocalAppStore
import Measuring

/// A ledger of a million entries, against one of a thousand: opening it, and single operations in
/// it.
struct Million {
    let shop: Shop

    private static let rounds = 7
    private static let unfinished = 100
    private static let sizes = [1_000, 1_000_000]

    func run() throws {
        for size in Self.sizes {
            try fill(size)
        }
        print(
            "million: medians of \(Self.rounds) rounds; \(Self.unfinished) entries are unfinished\n"
        )
        try measureOpening()
        try measureOperations()
    }

    /// A customer who owns all there is to own, takes it again one time in ten, and buys coins.
    private func fill(_ size: Int) throws {
        let filler = LedgerFiller(ledger: shop.ledger("\(size)"))
        let owned = (0..<Shop.toolCount).map(Shop.tool) + [Shop.monthly, Shop.tool(0)]
        try buy(owned, in: size)
        try filler.addCopies(size / 10, unfinished: 0)
        try buy([Shop.coins], in: size)
        try filler.addCopies(size - size / 10 - owned.count - 1, unfinished: Self.unfinished)
    }

    private func buy(_ products: [String], in size: Int) throws {
        let store = try shop.store("\(size)")
        try store.finish(products.map { try store.pay(PaymentRequest(productID: $0)).id })
    }

    private func measureOpening() throws {
        var samples: [Int: [Samples]] = [:]
        for _ in 0..<Self.rounds {
            for size in Self.sizes {
                let figures = try open(size)
                for (index, figure) in figures.enumerated() {
                    samples[size, default: figures.map { _ in Samples() }][index].add(figure)
                }
            }
        }
        show(["open ms", "peak MiB", "before MiB", "products request ms"], samples)
    }

    private func open(_ size: Int) throws -> [Double] {
        let ledger = shop.ledger("\(size)")
        let child = Child(
            role: OpeningApp.role,
            count: Self.unfinished,
            shop: shop,
            ledger: ledger
        )
        let report: OpeningApp.Report = try child.report()
        return [report.opening, report.memory, report.memoryBefore, report.products]
    }

    private func measureOperations() throws {
        var samples: [Int: [Samples]] = [:]
        let stores = try Self.sizes.map { ($0, try shop.store("\($0)")) }
        for _ in 0..<Self.rounds {
            for (size, store) in stores {
                let times = try Operations(store: store).times()
                for (index, time) in times.enumerated() {
                    samples[size, default: times.map { _ in Samples() }][index].add(time)
                }
            }
        }
        show(Operations.names.map { "\($0) ms" }, samples)
    }

    private func show(_ heads: [String], _ samples: [Int: [Samples]]) {
        var table = Table(["entries"] + heads)
        for size in Self.sizes {
            table.add(["\(size)"] + (samples[size] ?? []).map { $0.median.text(2) })
        }
        table.show()
    }
}
