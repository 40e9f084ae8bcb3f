import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Downloads in the payment queue", .timeLimit(.minutes(10)))
struct DownloadQueueTests {
    private let store: Store
    private let queue: SKPaymentQueue
    private let observer = DownloadObserver()

    init() throws {
        store = try .hosting()
        queue = SKPaymentQueue(store: store)
        queue.add(observer)
    }

    @Test("A purchase has a waiting download with the content's identifier, version and size")
    func purchased() async throws {
        let transaction = try await buy()
        let download = try #require(transaction.downloads.first)
        #expect(transaction.downloads.count == 1)
        #expect(download.state == .waiting)
        #expect(download.contentIdentifier == "level")
        #expect(download.contentVersion == "1.2")
        #expect(download.expectedContentLength == 1000)
        #expect(download.contentLength == 1000)
        #expect(download.progress == 0)
        #expect(download.timeRemaining == SKDownloadTimeRemainingUnknown)
        #expect(download.contentURL == nil)
        #expect(download.error == nil)
        #expect(download.transaction === transaction)
    }

    @Test("Products without hosted content have no downloads")
    func nothing() async throws {
        #expect(try await buy("coins").downloads.isEmpty)
    }

    @Test("A download is reported when it starts, on its way, and when its content is there")
    func progress() async throws {
        let download = try await bought()
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        #expect(download.timeRemaining == 10)
        try store.pass(2.5)
        #expect(await observer.reaches("active 0.25"))
        #expect(download.timeRemaining == 7.5)
        try store.pass(100)
        #expect(await observer.reaches("finished 1.0"))
        #expect(download.timeRemaining == 0)
        let place = try #require(download.contentURL)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(names.sorted() == ["ContentInfo.plist", "Contents"])
    }

    @Test("A download is paused, resumed and cancelled, and starts again at the beginning")
    func commands() async throws {
        let download = try await bought()
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        store.clock.advance(by: 4)
        queue.pause([download])
        #expect(await observer.reaches("paused 0.4"))
        #expect(download.timeRemaining == SKDownloadTimeRemainingUnknown)
        store.clock.advance(by: 100)
        queue.resume([download])
        #expect(await observer.reaches("active 0.4"))
        queue.cancel([download])
        #expect(await observer.reaches("cancelled 0.0"))
        queue.start([download])
        #expect(await observer.reaches("active 0.0"))
    }

    @Test("A command reports its downloads also when it changes nothing, as an app waits for that")
    func unchanged() async throws {
        let download = try await bought()
        queue.pause([download])
        #expect(await observer.next() == ["waiting 0.0"])
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        try store.pass(10)
        #expect(await observer.reaches("finished 1.0"))
        queue.start([download])
        #expect(await observer.reaches("finished 1.0"))
        queue.cancel([download])
        #expect(await observer.reaches("finished 1.0"))
    }

    @Test(
        "A download fails with an SKError, whose underlying error says why",
        arguments: [
            (DownloadFailure.Reason.notConnectedToInternet, NSURLErrorDomain, -1009),
            (.networkConnectionLost, NSURLErrorDomain, -1005),
            (.timedOut, NSURLErrorDomain, -1001),
            (.badServerResponse, NSURLErrorDomain, -1011),
            (.missingContent, NSURLErrorDomain, -1008),
            (.diskFull, NSCocoaErrorDomain, 640),
            (.fileError, NSCocoaErrorDomain, 512),
        ]
    )
    func failure(reason: DownloadFailure.Reason, domain: String, code: Int) async throws {
        try store.downloads.updateSettings {
            $0.plannedFailure = PlannedDownloadFailure(reason, afterLength: 300)
        }
        let download = try await bought()
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        try store.pass(3)
        #expect(await observer.reaches("failed 0.3"))
        let error = try #require(download.error as? SKError)
        #expect(error.code == .unknown)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.domain == domain)
        #expect(cause.code == code)
        #expect(error.userInfo[NSDebugDescriptionErrorKey] is String)
    }

    @Test("Finishing a transaction cancels what is under way, before its removal is reported")
    func finishing() async throws {
        let download = try await bought()
        let transaction = download.transaction
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        queue.finishTransaction(transaction)
        #expect(await observer.next(2) == ["cancelled 0.0", "removed 1"])
        #expect(transaction.downloads.first === download)
        queue.start([download])
        try await buyCoins()
        #expect(download.state == .cancelled)
    }

    @Test("Finishing a transaction takes away the content, and the download stays finished")
    func content() async throws {
        let download = try await bought()
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        try store.pass(10)
        #expect(await observer.reaches("finished 1.0"))
        let place = try #require(download.contentURL)
        queue.finishTransaction(download.transaction)
        #expect(await observer.reaches("removed 1"))
        #expect(download.state == .finished)
        #expect(download.contentURL == nil)
        try store.downloads.update()
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("A restored transaction has downloads of its own")
    func restored() async throws {
        let bought = try await bought()
        queue.finishTransaction(bought.transaction)
        #expect(await observer.next() == ["removed 1"])
        queue.restoreCompletedTransactions()
        #expect(await observer.next() == ["restored"])
        let download = try #require(observer.transactions.last?.downloads.first)
        #expect(download.transaction === observer.transactions.last)
        queue.start([download])
        #expect(await observer.next() == ["active 0.0"])
        #expect(bought.state == .cancelled)
    }

    @Test("An approved purchase has downloads, one that waits for approval has none")
    func approved() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        queue.add(SKPayment.make("level"))
        #expect(await observer.next() == ["deferred"])
        let transaction = try #require(observer.transactions.first)
        #expect(transaction.downloads.isEmpty)
        try store.approve(try #require(try store.entries().first).id)
        #expect(await observer.next() == ["purchased"])
        #expect(transaction.downloads.map(\.state) == [.waiting])
        #expect(transaction.downloads.first?.transaction === transaction)
    }

    @Test("A download keeps what its transaction was, when nobody keeps the transaction")
    func released() async throws {
        var download: SKDownload?
        weak var released: SKPaymentTransaction?
        do {
            let entry = try store.pay(PaymentRequest(productID: "level"))
            #expect(await observer.next() == ["purchased"])
            let list = try #require(try DownloadList(of: entry, in: store))
            let transaction = SKPaymentTransaction(payment: .make("level"))
            let snapshot = SKPaymentTransaction.Snapshot(entry, of: store, original: nil)
            list.attach(to: transaction, showing: snapshot)
            #expect(list.all.first?.transaction === transaction)
            download = list.all.first
            released = transaction
        }
        #expect(released == nil)
        let transaction = try #require(download?.transaction)
        #expect(transaction.payment.productIdentifier == "level")
        #expect(transaction.transactionState == .purchased)
        queue.finishTransaction(transaction)
        #expect(await observer.next() == ["removed 1"])
    }

    @Test("Downloads that no queue delivered are ignored")
    func foreign() async throws {
        queue.start([SKDownload()])
        let download = try await bought()
        queue.start([SKDownload(), download])
        #expect(await observer.next() == ["active 0.0"])
    }

    private func buy(_ product: String = "level") async throws -> SKPaymentTransaction {
        queue.add(SKPayment.make(product))
        #expect(await observer.next() == ["purchased"])
        return try #require(observer.transactions.last)
    }

    private func bought() async throws -> SKDownload {
        try #require(try await buy().downloads.first)
    }

    /// Waits for everything that the queue has to do before.
    private func buyCoins() async throws {
        _ = try await buy("coins")
    }
}
