import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct VerifyingReceiptTests {
    @Test func `the validator gets the file on the callback queue`() throws {
        let shop = try ReceiptShop("receipt")
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.work.run()
        #expect(validator.receipts.count == 0)
        shop.turns.run()
        #expect(validator.receipts.all == [Data("receipt".utf8)])
        let complete = try #require(validator.completions.last)
        complete(.success(receipt: ["a": 1 as NSNumber]))
        #expect(results.count == 0)
        shop.run()
        #expect(results.all.map { $0.receipt?.count } == [1])
    }

    @Test func `a second result of a validator is ignored`() throws {
        let shop = try ReceiptShop("receipt")
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.run()
        let complete = try #require(validator.completions.last)
        complete(.error(error: .noRemoteData))
        complete(.success(receipt: [:]))
        shop.run()
        #expect(results.all.map { $0.error?.errorCode } == [5])
    }

    @Test func `an error of fetching is passed on and nothing is validated`() throws {
        let shop = try ReceiptShop()
        let validator = ReceiptValidatorSpy()
        let results = shop.verify(validator)
        shop.work.run()
        try #require(shop.refreshes.last).end()
        shop.run()
        #expect(results.all.map { $0.error?.errorCode } == [4])
        #expect(validator.receipts.count == 0)
    }

    @Test(arguments: [nil, "receipt"])
    func `the returned request cancels the fetching, with a file or without`(file: String?) throws {
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

    @Test func `an awaited verification returns the result`() async throws {
        let shop = try ReceiptShop("receipt")
        let coordinator = ReceiptCoordinator(
            callbacks: .serial(),
            receiptURL: { [shop] in shop.file }
        )
        let result = try await coordinator.verify(using: LengthValidator(), forceRefresh: false)
        #expect(try result.get()["receipt"] as? String == "7")
    }

    @Test func `a cancelled task cancels its refresh`() async throws {
        let made = AsyncStream.makeStream(of: ReceiptRefreshSpy.self)
        let coordinator = ReceiptCoordinator.make { completion in
            let refresh = ReceiptRefreshSpy(completion)
            made.continuation.yield(refresh)
            return refresh
        }
        let task = Task { try await coordinator.fetch(forceRefresh: true) }
        var refreshes = made.stream.makeAsyncIterator()
        let refresh = try #require(await refreshes.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        refresh.end()
    }
}

/// A validator that returns the length of the receipt.
private struct LengthValidator: ReceiptValidator, Sendable {
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        completion(.success(receipt: ["receipt": String(receiptData.count) as NSString]))
    }
}

/// A validator that completes when the test does.
private final class ReceiptValidatorSpy: ReceiptValidator, Sendable {
    let receipts = Recorder<Data>()
    let completions = Recorder<(VerifyReceiptResult) -> Void>()

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        receipts.record(receiptData)
        completions.record(completion)
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

/// The spellings of upstream's samples compile and have the same meaning.
@Suite struct DeprecatedReceiptTests {
    @Test func `the old label of a subscription's type has the same result`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(
                latest: [TestEntry.make("monthly", until: 150)],
                requestDate: 100
            )
        )
        let old = SwiftyStoreKit.verifySubscription(
            type: .autoRenewable,
            productId: "monthly",
            inReceipt: receipt
        )
        let new = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "monthly",
            inReceipt: receipt
        )
        guard case .purchased(let expiryDate, let receiptItems) = old else {
            Issue.record("\(old)")
            return
        }
        #expect(old == new)
        #expect(expiryDate == Date(timeIntervalSince1970: 150) && receiptItems.count == 1)
    }

    @Test func `a password beside the validator is its secret for that call`() async throws {
        let server = ReceiptServer(.status(0))
        let validator = server.makeValidator(sharedSecret: "own")
        for password in ["given", nil] {
            let withSecret = AppleReceiptValidator.withSecret(password, validator)
            _ = await (withSecret as? AppleReceiptValidator)?.result()
        }
        _ = await validator.result()
        #expect(server.bodies.all.map { $0["password"] as? String } == ["given", "own", "own"])
    }

    @Test func `another validator has its own secret`() throws {
        let spy = ReceiptValidatorSpy()
        #expect(AppleReceiptValidator.withSecret("given", spy) as? ReceiptValidatorSpy === spy)
    }
}

/// Calls as the samples spell them, which must compile.
///
/// They never run, because they would reach the App Store.
private enum Samples {
    @MainActor static func calls() {
        _ = SwiftyStoreKit.localReceiptData?.base64EncodedString(options: [])
        SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
            if case .success(let receiptData) = result { _ = receiptData.count }
        }
        let validator = AppleReceiptValidator(service: .production)
        SwiftyStoreKit.verifyReceipt(using: validator) { _ in }
        SwiftyStoreKit.verifyReceipt(using: validator, forceRefresh: false) { _ in }
        SwiftyStoreKit.verifyReceipt(using: validator, password: "your-shared-secret") { result in
            if case .error(let error) = result { _ = "\(error)" }
        }
    }

    @MainActor static func awaits() async throws -> ReceiptInfo {
        let validator = AppleReceiptValidator(
            service: .production,
            sharedSecret: "your-shared-secret"
        )
        _ = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
        return try await SwiftyStoreKit.verifyReceipt(using: validator)
    }
}
