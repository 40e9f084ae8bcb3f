import Foundation
import LedgerFilling
import LocalAppStore
import Measuring

/// Launches an app with N transactions that an earlier launch left unfinished, to see that the time
/// grows with N alone.
struct LaunchBatch {
    let shop: Shop

    private static let rounds = 7
    private static let counts = [100, 1_000, 10_000]

    private struct Times {
        var delivery = Samples()
        var finishing = Samples()
    }

    func run() throws {
        for count in Self.counts {
            try fill(count)
        }
        var times: [Int: Times] = [:]
        for round in 0..<Self.rounds {
            for count in Self.counts {
                let report = try launch(count, round: round)
                times[count, default: Times()].delivery.add(report.delivery)
                times[count, default: Times()].finishing.add(report.finishing)
            }
        }
        show(times)
    }

    private func fill(_ count: Int) throws {
        try shop.store("\(count)").pay(PaymentRequest(productID: Shop.coins))
        try LedgerFiller(ledger: shop.ledger("\(count)"))
            .addCopies(count - 1, unfinished: count - 1)
    }

    /// Launches the app with a ledger of its own, because it finishes everything.
    private func launch(_ count: Int, round: Int) throws -> LaunchedApp.Report {
        let ledger = shop.ledger("\(count)-\(round)")
        try LedgerFiller(ledger: shop.ledger("\(count)")).copy(to: ledger)
        return try Child(role: LaunchedApp.role, count: count, shop: shop, ledger: ledger).report()
    }

    private func show(_ times: [Int: Times]) {
        print("launch-batch: medians of \(Self.rounds) launches, each in a process of its own")
        show("delivered", times.mapValues(\.delivery.median))
        show("finished", times.mapValues(\.finishing.median))
    }

    private func show(_ what: String, _ medians: [Int: Double]) {
        var table = Table(["transactions", "\(what) ms", "us each", "us for each one more"])
        var before = (count: 0, time: 0.0)
        for count in Self.counts {
            let time = medians[count] ?? .nan
            let more = (time - before.time) / Double(count - before.count) * 1000
            let each = time / Double(count) * 1000
            let added = before.count == 0 ? "-" : more.text(2)
            table.add(["\(count)", time.text(1), each.text(2), added])
            before = (count, time)
        }
        table.show()
        let ratio = (medians[10_000] ?? .nan) / 10 / (medians[1_000] ?? .nan)
        print("\(what): one of 10,000 takes \(ratio.text(2)) times what one of 1,000 takes\n")
    }
}
