import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Downloads of several stores, launches and clocks", .timeLimit(.minutes(10)))
struct DownloadDeliveryTests {
    @Test("With the system's clock a download proceeds by itself, to the end")
    func systemClock() async throws {
        let store = try Store.hosting(rate: 20_000, clock: .system())
        let queue = SKPaymentQueue(store: store)
        let (observer, download) = try await buy(in: queue)
        queue.start([download])
        #expect(await observer.reaches("finished 1.0"))
        #expect(download.contentURL != nil)
    }

    @Test("Content without a byte is there at once, with a clock that stands still")
    func empty() async throws {
        let content = HostedContent(identifier: "level", statedLength: 0)
        let queue = SKPaymentQueue(store: try .hosting([content]))
        let (observer, download) = try await buy(in: queue)
        queue.start([download])
        var events = await observer.next()
        if events == ["active 0.0"] { events = await observer.next() }
        #expect(events == ["finished 1.0"])
    }

    @Test("An unfinished purchase comes with its downloads as they are at the next launch")
    func launching() async throws {
        let folder = try TemporaryLedger()
        let clock = StoreClock.manual(startingAt: .opening)
        do {
            let store = try Store.hosting(at: .file(folder.file), clock: clock)
            let queue = SKPaymentQueue(store: store)
            let (observer, download) = try await buy(in: queue)
            queue.start([download])
            #expect(await observer.next() == ["active 0.0"])
            clock.advance(by: 4)
            queue.pause([download])
            #expect(await observer.reaches("paused 0.4"))
        }
        let store = try Store.hosting(at: .file(folder.file), clock: clock)
        let queue = SKPaymentQueue(store: store)
        let observer = DownloadObserver()
        queue.add(observer)
        #expect(await observer.next() == ["purchased"])
        let download = try #require(observer.transactions.first?.downloads.first)
        #expect(download.summary == "paused 0.4")
        queue.resume([download])
        #expect(await observer.reaches("active 0.4"))
        try store.pass(6)
        #expect(await observer.reaches("finished 1.0"))
    }

    @Test("A download that another process controls is reported here")
    func processes() async throws {
        let folder = try TemporaryLedger()
        let clock = StoreClock.manual(startingAt: .opening)
        let store = try Store.hosting(at: .file(folder.file), clock: clock)
        let other = try Store.hosting(at: .file(folder.file), clock: clock)
        let queue = SKPaymentQueue(store: store)
        let (observer, download) = try await buy(in: queue)
        let entry = try #require(try store.entries().first)
        let id = ContentDownload.ID(entryID: entry.id, contentIdentifier: "level")
        try other.downloads.perform(.start, on: [id])
        #expect(await observer.next() == ["active 0.0"])
        try other.pass(10)
        #expect(await observer.reaches("finished 1.0"))
        #expect(download.contentURL != nil)
        try other.finish([entry.id])
        #expect(await observer.reaches("removed 1"))
        #expect(download.contentURL == nil)
    }

    @Test("When the ledger cannot be written, a download fails, and the developer is told")
    func ledgerFull() async throws {
        let folder = try TemporaryLedger()
        let content = HostedContent(
            identifier: "level",
            version: String(repeating: "1", count: 100_000),
            statedLength: 1000
        )
        let store = try Store.hosting([content], at: .file(folder.file))
        let queue = SKPaymentQueue(store: store)
        let (observer, download) = try await buy(in: queue)
        try store.limitPages(to: 1)
        queue.start([download])
        #expect(await observer.next() == ["failed 0.0"])
        let cause = (download.error as? SKError)?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(cause?.code == CocoaError.fileWriteOutOfSpace.rawValue)
        try store.limitPages(to: 1_000_000)
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
    }

    @Test("A command goes to the store that the download came from")
    func source() async throws {
        let (first, second) = (try Store.hosting(), try Store.hosting())
        let connection = StoreConnection(store: first)
        let local = LocalPaymentQueue(StoreDevice(connection))
        let queue = SKPaymentQueue(local)
        let (observer, download) = try await buy(in: queue)
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        connection.use(second)
        #expect(await observer.next(2) == ["cancelled 0.0", "removed 1"])
        try second.pay(PaymentRequest(productID: "level"))
        queue.pause([download])
        local.device.work.sync {}
        let entry = try #require(try first.entries().first)
        #expect(try first.downloads.all(ofEntry: entry.id).map(\.state) == [.paused])
        #expect(try second.downloads.all(ofEntry: entry.id).map(\.state) == [.waiting])
    }

    @Test("A product says that it is downloadable, with sizes and version")
    func product() throws {
        let contents = [HostedContent.level, HostedContent(identifier: "more", statedLength: 5)]
        let store = try Store.hosting(contents)
        let products = store.catalog.products.map { SKProduct($0, settings: StoreSettings()) }
        #expect(products.map(\.isDownloadable) == [true, false])
        #expect(products.map(\.downloadContentLengths) == [[1000, 5], []])
        #expect(products.map(\.downloadContentVersion) == ["1.2", ""])
    }

    private func buy(in queue: SKPaymentQueue) async throws -> (DownloadObserver, SKDownload) {
        let observer = DownloadObserver()
        queue.add(observer)
        queue.add(SKPayment.make("level"))
        #expect(await observer.next() == ["purchased"])
        return (observer, try #require(observer.transactions.first?.downloads.first))
    }
}

/// The place of a ledger, in a folder that is removed afterwards.
private final class TemporaryLedger: Sendable {
    let file: URL

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("ledger")
    }

    deinit {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}
