import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct VerifyingReceiptTests {
    // Rules 58 and 60.
    @Test func `the validator gets the file on the callback queue`() throws {
        let shop = try ReceiptShop("receipt")
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.work.run()
        #expect(validator.receipts.count == 0)
        shop.turns.run()
        #expect(validator.receipts.all == [Data("receipt".utf8)])
        let answer = try #require(validator.completions.last)
        answer(.success(receipt: ["a": 1 as NSNumber]))
        #expect(results.count == 0)
        shop.run()
        #expect(results.all.map { $0.receipt?.count } == [1])
    }

    // Rule 58.
    @Test func `a validator that answers twice is heard once`() throws {
        let shop = try ReceiptShop("receipt")
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.run()
        let answer = try #require(validator.completions.last)
        answer(.error(error: .noRemoteData))
        answer(.success(receipt: [:]))
        shop.run()
        #expect(results.all.map { $0.error?.errorCode } == [5])
    }

    // Rule 58.
    @Test func `an error of fetching is passed on and nothing validated`() throws {
        let shop = try ReceiptShop()
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.work.run()
        try #require(shop.refreshes.last).end()
        shop.run()
        #expect(results.all.map { $0.error?.errorCode } == [4])
        #expect(validator.receipts.count == 0)
    }

    // Rule 59.
    @Test(arguments: [nil, "receipt"])
    func `what is returned cancels the fetching, with a file or without`(file: String?) throws {
        let validator = ReceiptValidatorSpy()
        let shop = try ReceiptShop(file)
        let results = Recorder<VerifyReceiptResult>()
        let handle = shop.coordinator.verify(using: validator, forceRefresh: false) {
            results.record($0)
        }
        handle.cancel()
        shop.run()
        #expect(results.all.map { $0.error?.cause } == [.cancelled])
        #expect(validator.receipts.count == 0 && shop.refreshes.count == 0)
    }

    @Test func `an awaited receipt throws the error`() async throws {
        let coordinator = ReceiptCoordinator.make { completion in
            let refresh = ReceiptRefreshSpy(completion)
            completion(SKError(.paymentCancelled))
            return refresh
        }
        let error = await #expect(throws: ReceiptError.self) {
            try await coordinator.fetch(forceRefresh: false)
        }
        #expect(error?.cause == .cancelled)
    }

    @Test func `an awaited verification answers`() async throws {
        let shop = try ReceiptShop("receipt")
        let coordinator = ReceiptCoordinator(
            callbacks: .serial(),
            receiptURL: { [shop] in shop.file }
        )
        let result = try await coordinator.verify(using: Agreeing(), forceRefresh: false)
        #expect(try result.get()["receipt"] as? String == "7")
    }

    @Test func `a cancelled task gives up its refresh`() async throws {
        let asked = AsyncStream.makeStream(of: ReceiptRefreshSpy.self)
        let coordinator = ReceiptCoordinator.make { completion in
            let refresh = ReceiptRefreshSpy(completion)
            asked.continuation.yield(refresh)
            return refresh
        }
        let task = Task { try await coordinator.fetch(forceRefresh: true) }
        var refreshes = asked.stream.makeAsyncIterator()
        let refresh = try #require(await refreshes.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        refresh.end()
    }
}

/// A validator that says how long the receipt is.
private struct Agreeing: ReceiptValidator, Sendable {
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        completion(.success(receipt: ["receipt": String(receiptData.count) as NSString]))
    }
}

extension VerifyReceiptResult {
    var receipt: ReceiptInfo? {
        guard case .success(let receipt) = self else { return nil }
        return receipt
    }

    var error: ReceiptError? {
        guard case .error(let error) = self else { return nil }
        return error
    }

    var status: ReceiptStatus? {
        guard case .receiptInvalid(_, let status) = error else { return nil }
        return status
    }
}

extension ReceiptCoordinator {
    /// A coordinator without a file, with callbacks on a queue of its own.
    fileprivate static func make(
        _ makeRefresh: @escaping ReceiptCoordinator.RefreshMaker
    ) -> ReceiptCoordinator {
        ReceiptCoordinator(
            callbacks: .serial(),
            receiptURL: { nil },
            makeRefresh: makeRefresh
        )
    }
}
