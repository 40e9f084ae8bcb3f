import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct FetchingReceiptTests {
    private static let failure = SKError(.unknown)

    @Test func `the local receipt is the file as it is now`() throws {
        let shop = try ReceiptShop()
        #expect(shop.coordinator.localReceiptData == nil)
        try shop.write("first")
        #expect(shop.coordinator.localReceiptData == Data("first".utf8))
        try shop.write("second")
        #expect(shop.coordinator.localReceiptData == Data("second".utf8))
        #expect(ReceiptCoordinator(receiptURL: { nil }).localReceiptData == nil)
    }

    @Test func `a file is read in the background and told on the callback queue`() throws {
        let shop = try ReceiptShop("receipt")
        let results = shop.fetch()
        #expect(results.count == 0 && shop.turns.waiting == 0)
        shop.work.run()
        #expect(results.count == 0 && shop.turns.waiting == 1)
        shop.turns.run()
        #expect(results.all.map(\.text) == ["receipt"])
        #expect(shop.refreshes.count == 0)
    }

    // To find the file may take opening a store, making a key and signing.
    @Test(arguments: [true, false])
    func `the file is not even looked for on the caller's thread`(forceRefresh: Bool) {
        let looks = Recorder<Bool>()
        let work = Turns()
        let coordinator = ReceiptCoordinator(
            callbacks: Turns().makeQueue(),
            receiptURL: {
                looks.record(true)
                return nil
            },
            background: { work.add($0) },
            makeRefresh: { ReceiptRefreshSpy($0) }
        )
        _ = coordinator.fetch(forceRefresh: forceRefresh) { _ in }
        #expect(looks.count == 0)
        work.run()
        #expect(looks.count == (forceRefresh ? 0 : 1))
    }

    @MainActor
    @Test func `a receipt is not read on the main thread`() async {
        let threads = AsyncStream<Bool>.makeStream()
        let coordinator = ReceiptCoordinator(
            receiptURL: {
                threads.continuation.yield(Thread.isMainThread)
                return nil
            },
            makeRefresh: { ReceiptRefreshSpy($0) }
        )
        _ = coordinator.fetch(forceRefresh: false) { _ in }
        var iterator = threads.stream.makeAsyncIterator()
        #expect(await iterator.next() == false)
    }

    @Test func `a caller that cancels before the file is read is told so alone`() throws {
        let shop = try ReceiptShop("receipt")
        let cancelled = Recorder<FetchReceiptResult>()
        let handle = shop.coordinator.fetch(forceRefresh: false) { cancelled.record($0) }
        let other = shop.fetch()
        handle.cancel()
        handle.cancel()
        shop.run()
        #expect(cancelled.all.map { $0.error?.cause } == [.cancelled])
        #expect(other.all.map(\.text) == ["receipt"])
        #expect(shop.refreshes.count == 0)
    }

    @Test(arguments: [nil, "old"])
    func `a refresh is made for a missing file or by force`(old: String?) throws {
        let shop = try ReceiptShop(old)
        let results = Recorder<FetchReceiptResult>()
        _ = shop.coordinator.fetch(forceRefresh: old != nil) { results.record($0) }
        shop.work.run()
        let refresh = try #require(shop.refreshes.last)
        #expect(refresh.startCount == 1)
        try shop.write("new")
        refresh.end()
        #expect(results.count == 0)
        shop.run()
        #expect(results.all.map(\.text) == ["new"])
    }

    @Test func `a refresh without a file is no receipt`() throws {
        let shop = try ReceiptShop()
        let results = shop.fetch()
        shop.work.run()
        try #require(shop.refreshes.last).end()
        shop.run()
        #expect(results.all.map(\.errorCode) == [4])
    }

    @Test func `a failed refresh passes StoreKit's error on`() throws {
        let shop = try ReceiptShop("old")
        let results = shop.fetch(forceRefresh: true)
        try #require(shop.refreshes.last).end(URLError(.timedOut))
        shop.run()
        let error = try #require(results.last?.error)
        guard case .networkError(let underlying) = error else {
            Issue.record("\(error)")
            return
        }
        #expect((underlying as? URLError)?.code == .timedOut)
    }

    @Test(arguments: ["", nil])
    func `a file that holds nothing when it is read is refreshed`(content: String?) throws {
        let shop = try ReceiptShop("receipt")
        let results = shop.fetch()
        if let content {
            try shop.write(content)
        } else {
            try FileManager.default.removeItem(at: shop.file)
        }
        shop.run()
        #expect(results.count == 0)
        try shop.write("new")
        try #require(shop.refreshes.last).end()
        shop.run()
        #expect(results.all.map(\.text) == ["new"])
    }

    @Test func `callers share one refresh and are told in their order`() throws {
        let shop = try ReceiptShop()
        let order = Recorder<Int>()
        for number in 1...3 {
            _ = shop.coordinator.fetch(forceRefresh: number == 2) { _ in order.record(number) }
            shop.work.run()
        }
        #expect(shop.refreshes.count == 1)
        try #require(shop.refreshes.last).end(Self.failure)
        shop.run()
        #expect(order.all == [1, 2, 3])
    }

    @Test func `a callback may refresh again`() throws {
        let shop = try ReceiptShop()
        let inner = Recorder<FetchReceiptResult>()
        _ = shop.coordinator.fetch(forceRefresh: true) { _ in
            _ = shop.coordinator.fetch(forceRefresh: true) { inner.record($0) }
        }
        try #require(shop.refreshes.last).end(Self.failure)
        shop.run()
        #expect(shop.refreshes.count == 2)
        try #require(shop.refreshes.last).end(Self.failure)
        shop.run()
        #expect(inner.count == 1)
    }

    @Test func `cancelling one caller tells it and leaves the others`() throws {
        let shop = try ReceiptShop()
        let cancelled = Recorder<FetchReceiptResult>()
        let handle = shop.coordinator.fetch(forceRefresh: false) { cancelled.record($0) }
        let other = shop.fetch()
        shop.work.run()
        handle.cancel()
        handle.cancel()
        let refresh = try #require(shop.refreshes.last)
        #expect(refresh.cancelCount == 0)
        try shop.write("new")
        refresh.end()
        shop.run()
        #expect(cancelled.all.map { $0.error?.cause } == [.cancelled])
        #expect(other.all.map(\.text) == ["new"])
    }

    @Test func `cancelling the last caller ends the refresh and frees the place`() throws {
        let shop = try ReceiptShop()
        let cancelled = Recorder<FetchReceiptResult>()
        let handle = shop.coordinator.fetch(forceRefresh: false) { cancelled.record($0) }
        shop.work.run()
        handle.cancel()
        let first = try #require(shop.refreshes.last)
        #expect(first.cancelCount == 1)
        let again = shop.fetch()
        shop.work.run()
        #expect(shop.refreshes.count == 2)
        first.end()
        shop.run()
        #expect(again.count == 0 && cancelled.count == 1)
        try #require(shop.refreshes.last).end(Self.failure)
        shop.run()
        #expect(again.count == 1 && cancelled.count == 1)
    }

    @Test func `starting again does nothing and cancelling late neither`() throws {
        let shop = try ReceiptShop()
        let results = Recorder<FetchReceiptResult>()
        let handle = shop.coordinator.fetch(forceRefresh: false) { results.record($0) }
        shop.work.run()
        handle.start()
        let refresh = try #require(shop.refreshes.last)
        #expect(refresh.startCount == 1)
        refresh.end(Self.failure)
        handle.cancel()
        shop.run()
        #expect(results.count == 1)
    }

    @Test func `callers on many threads are each told once`() throws {
        let shop = try ReceiptShop()
        let answers = (0..<200).map { _ in Recorder<FetchReceiptResult>() }
        DispatchQueue.concurrentPerform(iterations: answers.count) { number in
            let handle = shop.coordinator.fetch(forceRefresh: true) { answers[number].record($0) }
            if number.isMultiple(of: 3) { handle.cancel() }
            if number.isMultiple(of: 7) { shop.refreshes.all.forEach { $0.end(Self.failure) } }
        }
        shop.refreshes.all.forEach { $0.end(Self.failure) }
        shop.run()
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `StoreKit's request ends once and is let go`() {
        let request = RequestSpy()
        let ends = Recorder<Bool>()
        let refresh = StoreKitRequest.receiptRefresh(request) { ends.record($0 == nil) }
        refresh.start()
        refresh.requestDidFinish(request)
        refresh.request(request, didFailWithError: Self.failure)
        #expect(ends.all == [true])
        #expect(request.calls.all == ["start", "cancel"] && request.delegate == nil)
    }

    @Test func `StoreKit's request that is cancelled says nothing`() {
        let request = RequestSpy()
        let ends = Recorder<Bool>()
        let refresh = StoreKitRequest.receiptRefresh(request) { ends.record($0 == nil) }
        refresh.cancel()
        refresh.request(request, didFailWithError: Self.failure)
        #expect(ends.count == 0 && request.calls.all == ["cancel"])
    }
}

/// Counts what is asked of a request.
private final class RequestSpy: SKRequest {
    let calls = Recorder<String>()

    override func start() { calls.record("start") }
    override func cancel() { calls.record("cancel") }
}

extension FetchReceiptResult {
    var text: String? {
        guard case .success(let data) = self else { return nil }
        return String(bytes: data, encoding: .utf8)
    }

    var error: ReceiptError? {
        guard case .error(let error) = self else { return nil }
        return error
    }

    var errorCode: Int? { error?.errorCode }
}
