import Foundation
import LocalAppStore

@testable import StoreKit

/// An observer that records what it is told about downloads, for a test to wait for.
final class DownloadObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let events = EventStream<String>()
    private let delivered = Locked<[SKPaymentTransaction]>([])

    /// The next `count` events; waits for them.
    func next(_ count: Int = 1) async -> [String] {
        await events.next(count)
    }

    /// Waits for an event; passes over downloads on their way, which are reported at any time.
    func reaches(_ event: String) async -> Bool {
        while let next = await events.next(1).first {
            if next == event { return true }
            guard next.hasPrefix("active") else { return false }
        }
        return false
    }

    /// The transactions that were delivered, in the order of their delivery.
    var transactions: [SKPaymentTransaction] { delivered.withLock { $0 } }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions where transaction.transactionState != .purchasing {
            delivered.withLock { $0.append(transaction) }
            events.record("\(transaction.transactionState)")
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        events.record("removed \(transactions.count)")
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        dispatchPrecondition(condition: .onQueue(.main))
        events.record(downloads.map(\.summary).joined(separator: ", "))
    }
}

extension SKDownload {
    /// The state and the progress, such as "active 0.5".
    var summary: String { "\(state) \(progress)" }
}

extension Store {
    /// A store that sells a level with a thousand bytes, at a hundred bytes a second.
    static func hosting(
        _ content: [HostedContent] = [.level],
        rate: Int64 = 100,
        at location: StoreLocation = .memory,
        clock: StoreClock = .manual(startingAt: .opening)
    ) throws -> Store {
        let level = CatalogProduct(id: "level", kind: .nonConsumable, hostedContent: content)
        let coins = CatalogProduct(id: "coins", kind: .consumable)
        var catalog = Catalog(products: [level, coins])
        catalog.downloadSettings = DownloadSettings(bytesPerSecond: rate)
        return try Store(catalog: catalog, at: location, clock: clock)
    }

    /// Advances the store's time.
    func pass(_ seconds: TimeInterval) throws {
        clock.advance(by: seconds)
        try downloads.update()
    }
}

extension HostedContent {
    static let level = HostedContent(identifier: "level", version: "1.2", statedLength: 1000)
}
