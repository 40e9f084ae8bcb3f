import Foundation
import LedgerFilling
import LocalAppStore
import Measuring

/// A subscriber with many renewals in the past: opening the ledger, settling what is due, and
/// asking until when the customer is entitled.
///
/// A renewal is measured by the clock and by the processor's time, which other programs disturb
/// less.
struct Renewals {
    let shop: Shop

    private static let rounds = 7
    private static let pasts = [100, 1_000, 10_000]
    private static let dues = [12, 120, 1_200]
    // A month lasts thirty seconds.
    private static let month: TimeInterval = 30
    private static let start = Date(timeIntervalSince1970: 1_735_689_600)

    func run() throws {
        print("renewals: medians of \(Self.rounds) rounds\n")
        var table = Table([
            "past", "due", "open ms", "open and settle ms", "each us", "CPU us",
            "with notification us", "CPU us", "answer us",
        ])
        for past in Self.pasts {
            try subscribe(past)
            for due in Self.dues {
                try add(past: past, due: due, to: &table)
            }
        }
        table.show()
    }

    private func subscribe(_ past: Int) throws {
        let clock = StoreClock.manual(startingAt: Self.start)
        let store = try open("subscribing-\(past)", clock)
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        try store.pay(PaymentRequest(productID: Shop.monthly))
        clock.advance(by: Self.month * Double(past))
        try store.finish(store.unfinishedEntries().map(\.id))
        // The file alone lacks what is in the log of the store, which is closed later.
        try LedgerFiller(ledger: shop.ledger("subscribing-\(past)"))
            .copy(to: shop.ledger(name(past)))
    }

    private func add(past: Int, due: Int, to table: inout Table) throws {
        let present = Self.start + Self.month * Double(past)
        let later = present + Self.month * Double(due)
        var opening = Samples()
        var settling = [Times(), Times()]
        var answering = Samples()
        for round in 0..<Self.rounds {
            let copies = ["plain", "notified"].map { "\(name(past))-\(due)-\(round)-\($0)" }
            for copy in copies {
                try FileManager.default.copyItem(
                    at: shop.ledger(name(past)),
                    to: shop.ledger(copy)
                )
            }
            let before = StoreClock.manual(startingAt: present)
            let cost = try Times.Cost { try open(copies[0], before) }
            opening.add(cost.milliseconds)
            try open(copies[1], before).notifications.updateSettings { $0.isRecording = true }
            var stores: [Store] = []
            for (index, copy) in copies.enumerated() {
                settling[index].add(
                    try Times.Cost {
                        let store = try open(copy, .manual(startingAt: later))
                        // An opening settles no more than a thousand events.
                        try store.time.settle()
                        stores.append(store)
                    },
                    without: cost
                )
            }
            answering.add(
                try CPUTime.each(seconds: 0.02) {
                    _ = try stores[0].subscriptions.all().first?.expirationDate
                }
            )
        }
        let each = settling.flatMap { times in
            [times.clock, times.processor].map { ($0.median / Double(due)).text(0) }
        }
        let total = opening.median + settling[0].clock.median / 1000
        table.add(
            ["\(past)", "\(due)", opening.median.text(2), total.text(2)] + each
                + [answering.median.text(1)]
        )
    }

    private func name(_ past: Int) -> String { "renewals-\(past)" }

    @discardableResult
    private func open(_ name: String, _ clock: StoreClock) throws -> Store {
        try Store(catalog: shop.catalog, at: .file(shop.ledger(name)), clock: clock)
    }
}

/// What something took, round after round, in microseconds.
private struct Times {
    private(set) var clock = Samples()
    private(set) var processor = Samples()

    /// What something took once.
    struct Cost {
        let milliseconds: Double
        let processor: Double

        init(of body: () throws -> Void) rethrows {
            let start = CPUTime.ofProcess
            milliseconds = try ContinuousClock().milliseconds(of: body)
            processor = CPUTime.ofProcess - start
        }
    }

    mutating func add(_ cost: Cost, without part: Cost) {
        clock.add((cost.milliseconds - part.milliseconds) * 1000)
        processor.add(cost.processor - part.processor)
    }
}

/// A catalog of ten thousand products, half of which are subscriptions.
struct LargeCatalog {
    let shop: Shop

    private static let rounds = 7
    private static let count = 10_000

    func run() throws {
        let file = shop.folder.appendingPathComponent("Large.storekit")
        try Data(Self.text.utf8).write(to: file)
        var samples = Samples()
        for _ in 0..<Self.rounds {
            samples.add(
                try ContinuousClock().milliseconds(of: {
                    let catalog = try Catalog(contentsOf: file)
                    precondition(catalog.products.count == Self.count)
                })
            )
        }
        print("catalog: \(Self.count) products in \(samples.median.text(0)) ms\n")
    }

    private static var text: String {
        let products = (0..<count / 2).map { product("product\($0)", "\"type\": \"Consumable\"") }
        let subscriptions = (0..<count / 2).map { number in
            product(
                "subscription\(number)",
                """
                "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
                "subscriptionGroupID": "A1", "type": "RecurringSubscription"
                """
            )
        }
        return """
            {
              "identifier": "B0B0B0B0", "products": [\(products.joined(separator: ","))],
              "settings": {},
              "subscriptionGroups": [{
                "id": "A1", "localizations": [], "name": "Club",
                "subscriptions": [\(subscriptions.joined(separator: ","))]
              }],
              "version": {"major": 4, "minor": 0}
            }
            """
    }

    private static func product(_ id: String, _ more: String) -> String {
        """
        {
          "displayPrice": "0.99", "familyShareable": false, "internalID": "\(id)",
          "localizations": [
            {"description": "Something", "displayName": "A Name", "locale": "en_US"}
          ],
          "productID": "\(id)", "referenceName": "\(id)", \(more)
        }
        """
    }
}
