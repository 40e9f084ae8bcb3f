import AppReceipt
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import TestSupport
import Testing

/// Random journeys of a customer, in which both APIs have to tell the same story after each step.
///
/// `JOURNEYS` is how many to run, and `JOURNEY_SEED` the first seed; `Scripts/stress-test.sh` sets
/// both.
@Suite("Both APIs in random journeys", .timeLimit(.minutes(20)))
struct JourneyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["JOURNEYS"].flatMap(UInt64.init) ?? TestVolume.count(60, all: 2_000)
    private static let seed = environment["JOURNEY_SEED"].flatMap(UInt64.init) ?? 0

    @Test(
        "Purchases, entitlements, states and dates are the same by both",
        arguments: 0..<4 as Range<UInt64>
    )
    func journeys(part: UInt64) async throws {
        for number in stride(from: part, to: Self.count, by: 4) {
            let seed = Self.seed &+ number
            try await withStore(contentsOf: SampleProducts.file, startingAt: .opening) { session in
                var journey = Journey(session, seed: seed)
                for _ in 0..<12 {
                    let step = try await journey.goOn()
                    try await journey.compare(after: "seed \(seed), \(step)")
                }
            }
        }
    }
}

private struct Journey {
    private static let products = [
        SampleProducts.hints, SampleProducts.colours, SampleProducts.weekly,
        SampleProducts.monthly, SampleProducts.yearly,
    ]

    private let session: SKTestSession
    // Without an observer a queue has no transactions.
    private let recorder = QueueRecorder()
    private var random: SplitMix64

    init(_ session: SKTestSession, seed: UInt64) {
        self.session = session
        random = SplitMix64(seed: seed)
        SKPaymentQueue.default().add(recorder)
    }

    /// Takes a random step, and returns its description.
    mutating func goOn() async throws -> String {
        let product = Self.products.randomElement(using: &random) ?? SampleProducts.hints
        let step = Int.random(in: 0..<9, using: &random)
        switch step {
        case 0, 1: try await buy(product)
        case 2: SKPaymentQueue.default().add(.make(product))
        case 3: try? session.buyProduct(productIdentifier: product)
        case 4: await finishOne()
        case 5: finishAll()
        case 6: refundOne()
        case 7: await session.advance(by: .random(in: 0...(40 * 86_400), using: &random))
        default: toggleAutoRenew(Bool.random(using: &random))
        }
        await session.deliveries()
        return "step \(step), \(product)"
    }

    private func buy(_ id: String) async throws {
        let product = try #require(try await Product.products(for: [id]).first)
        _ = try await product.purchase()
    }

    private func finishOne() async {
        for await result in Transaction.unfinished {
            return await result.unsafePayloadValue.finish()
        }
    }

    private func finishAll() {
        for transaction in SKPaymentQueue.default().transactions {
            SKPaymentQueue.default().finishTransaction(transaction)
        }
    }

    private mutating func refundOne() {
        guard let one = session.allTransactions().randomElement(using: &random) else { return }
        try? session.refundTransaction(identifier: one.identifier)
    }

    private mutating func toggleAutoRenew(_ isEnabled: Bool) {
        guard let one = session.allTransactions().randomElement(using: &random) else { return }
        if isEnabled {
            try? session.enableAutoRenewForTransaction(identifier: one.identifier)
        } else {
            try? session.disableAutoRenewForTransaction(identifier: one.identifier)
        }
    }

    /// Compares the payment queue, the session and the receipt with StoreKit 2.
    func compare(after step: String) async throws {
        let all = try await verified(Transaction.all)
        try await compareUnfinished(step)
        try compareReceipt(with: all, step)
        try await compareEntitlements(all, step)
    }

    private func compareUnfinished(_ step: String) async throws {
        let unfinished = try await verified(Transaction.unfinished)
        let bought = session.allTransactions().filter { one in
            one.state == .purchased && one.identifier == one.originalTransactionIdentifier
                || one.expirationDate != nil && one.state == .purchased
        }
        let queued = SKPaymentQueue.default().transactions.compactMap { one in
            one.transactionState == .purchased
                ? one.transactionIdentifier.flatMap(UInt64.init) : nil
        }
        let expected = Set(queued).intersection(bought.map { UInt64($0.identifier) })
        #expect(Set(unfinished.map(\.id)) == expected, "\(step)")
    }

    private func compareReceipt(with all: [Transaction], _ step: String) throws {
        let store = session.store
        guard let signed = try store.receipt() else { return }
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([try store.receiptRootCertificate]),
            rules: [.bundleIdentifier(store.app.bundleIdentifier)]
        )
        let byID = Dictionary(uniqueKeysWithValues: all.map { (String($0.id), $0) })
        for purchase in try verifier.verify(signed).inAppPurchases {
            // A consumable stays in the receipt until it is issued anew.
            guard let transaction = byID[purchase.transactionIdentifier] else {
                #expect(purchase.productIdentifier == SampleProducts.hints, "\(step)")
                continue
            }
            #expect(purchase.productIdentifier == transaction.productID, "\(step)")
            // A receipt has whole seconds.
            let dates = [
                transaction.purchaseDate, transaction.originalPurchaseDate,
                transaction.expirationDate, transaction.revocationDate,
            ]
            #expect(
                [
                    purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expirationDate,
                    purchase.cancellationDate,
                ] == dates.map { $0?.wholeSeconds },
                "\(step)"
            )
        }
    }

    private func compareEntitlements(_ all: [Transaction], _ step: String) async throws {
        let now = session.currentDate
        let expected = all.filter { one in
            guard one.revocationDate == nil, !one.isUpgraded else { return false }
            return one.productType == .nonConsumable || one.expirationDate.map { $0 > now } ?? false
        }
        let entitlements = try await verified(Transaction.currentEntitlements)
        #expect(Set(entitlements.map(\.id)) == Set(expected.map(\.id)), "\(step)")
        for one in entitlements where one.productType == .autoRenewable {
            #expect(await one.subscriptionStatus?.state == .subscribed, "\(step)")
        }
    }

    private func verified(_ transactions: Transaction.Transactions) async throws -> [Transaction] {
        var found: [Transaction] = []
        for await result in transactions { found.append(try result.payloadValue) }
        return found
    }
}
