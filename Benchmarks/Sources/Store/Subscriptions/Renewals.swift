import Foundation
import LocalAppStore
import Measuring

/// A subscriber with many renewals in the past: opening the ledger, settling what is due, and
/// asking until when the customer is entitled.
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
            "past", "due", "open ms", "open and settle ms", "each us", "with notification us",
            "answer us",
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
        let store = try open(name(past), clock)
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        try store.pay(PaymentRequest(productID: Shop.monthly))
        clock.advance(by: Self.month * Double(past))
        try store.finish(store.unfinishedEntries().map(\.id))
    }

    private func add(past: Int, due: Int, to table: inout Table) throws {
        let present = Self.start + Self.month * Double(past)
        let later = present + Self.month * Double(due)
        var samples = [Samples(), Samples(), Samples(), Samples()]
        for round in 0..<Self.rounds {
            let copies = ["plain", "notified"].map { "\(name(past))-\(due)-\(round)-\($0)" }
            for copy in copies {
                try FileManager.default.copyItem(
                    at: shop.ledger(name(past)),
                    to: shop.ledger(copy)
                )
            }
            let before = StoreClock.manual(startingAt: present)
            samples[0].add(try milliseconds { try open(copies[0], before) })
            try open(copies[1], before).updateNotificationSettings { $0.isRecording = true }
            var stores: [Store] = []
            for (index, copy) in copies.enumerated() {
                samples[1 + index].add(
                    try milliseconds {
                        let store = try open(copy, .manual(startingAt: later))
                        // An opening settles no more than a thousand events.
                        try store.settle()
                        stores.append(store)
                    }
                )
            }
            samples[3].add(
                try CPUTime.each(seconds: 0.02) {
                    _ = try stores[0].subscriptions().first?.expirationDate
                }
            )
        }
        let medians = samples.map(\.median)
        let each = (1...2).map { (medians[$0] - medians[0]) * 1000 / Double(due) }
        table.add([
            "\(past)", "\(due)", medians[0].text(2), medians[1].text(2), each[0].text(0),
            each[1].text(0), medians[3].text(1),
        ])
    }

    private func name(_ past: Int) -> String { "renewals-\(past)" }

    @discardableResult
    private func open(_ name: String, _ clock: StoreClock) throws -> Store {
        try Store(catalog: shop.catalog, at: .file(shop.ledger(name)), clock: clock)
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().milliseconds(of: body)
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
