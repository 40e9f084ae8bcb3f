import AppReceipt
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("Seeded runs", .timeLimit(.minutes(20)))
struct SeededRunTests {
    @Test("The same seed and the same calls have the same log, and another seed another one")
    func logs() async throws {
        let first = try await Self.run(seed: 7)
        #expect(try await Self.run(seed: 7) == first)
        #expect(try await Self.run(seed: 8) != first)
        #expect(first.events.contains { $0.failure != nil })
    }

    @Test("Runs at the same time do not change one another")
    func parallel() async throws {
        let alone = try await [Self.run(seed: 0), Self.run(seed: 1), Self.run(seed: 2)]
        try await withThrowingTaskGroup(of: (Int, FaultLog).self) { group in
            for number in 0..<TestVolume.count(3, all: 30) {
                group.addTask { (number, try await Self.run(seed: UInt64(number % 3))) }
            }
            for try await (number, log) in group {
                let other = alone[number % 3]
                #expect(log == other, "\(Self.difference(log, other))")
            }
        }
    }

    private static func difference(_ log: FaultLog, _ other: FaultLog) -> String {
        let pairs = zip(log.events, other.events).enumerated()
        guard let index = pairs.first(where: { $1.0 != $1.1 })?.offset else {
            return "\(log.events.count) and \(other.events.count) events"
        }
        let range = max(0, index - 6)..<(index + 3)
        return [log, other].map { log in
            log.events.prefix(range.upperBound).dropFirst(range.lowerBound)
                .map { "    \($0)" }.joined(separator: "\n")
        }
        .joined(separator: "\n  and\n")
    }

    @Test(
        "Nothing is lost or charged twice, whatever goes wrong",
        arguments: 0..<TestVolume.count(4, all: 24)
    )
    func money(seed: UInt64) async throws {
        _ = try await Self.run(seed: seed)
    }

    private static let rules: [FaultPlan.Rule] = [
        .at(.productRequest, .networkDown, .probability(0.2)),
        .at(.productRequest, .crash, .probability(0.1)),
        .at(.productRequest, .emptyAnswer, .probability(0.1)),
        .at(.payment, .error(.paymentNotAllowed), .probability(0.2)),
        .at(.payment, .crash, .probability(0.1)),
        .at(.confirmation, .customerCancels, .probability(0.1)),
        .at(.commit, .failedCommit, .probability(0.1)),
        .at(.commit, .uncertainCommit, .probability(0.1)),
        .at(.commit, .crash, .probability(0.2)),
        .at(.delivery, .crash, .probability(0.1)),
        .at(.delivery, .duplicateDelivery, .probability(0.3)),
        .at(.receiptRefresh, .noAnswer, .probability(0.3)),
        .at(.verifyReceipt, .httpStatus(503), .probability(0.3)),
    ]

    /// An app's life of twelve purchases, one after the other, and its log.
    private static func run(seed: UInt64) async throws -> FaultLog {
        try await StoreScope.runTest({ try SKTestSession.make() }) { session in
            session.faultPlan = try FaultPlan(seed: seed, rules: rules)
            let received = Locked<[String: Int]>([:])
            let receive: @Sendable (any PaymentTransaction) -> Void = { transaction in
                guard transaction.transactionState == .purchased else { return }
                let identifier = transaction.transactionIdentifier ?? ""
                received.withLock { $0[identifier, default: 0] += 1 }
            }
            for _ in 0..<12 {
                SwiftyStoreKit.completeTransactions { purchases in
                    purchases.forEach { receive($0.transaction) }
                }
                if let outcome = try? await SwiftyStoreKit.purchaseProduct(SampleProducts.hints),
                    case .purchased(let details) = outcome
                {
                    receive(details.transaction)
                }
                _ = try? await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
                _ = try? await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
                await session.advance(by: 1)
            }
            let log = session.faultLog
            session.faultPlan = nil
            session.relaunchApp()
            SwiftyStoreKit.completeTransactions { purchases in
                purchases.forEach { receive($0.transaction) }
            }
            await session.advance(by: 1)
            await session.advance(by: 1)
            try expectSoundness(of: session, received: received.withLock { $0 }, seed: seed)
            return log
        }
    }

    /// Each charged purchase was received, and none twice; the receipt has no other.
    private static func expectSoundness(
        of session: SKTestSession,
        received: [String: Int],
        seed: UInt64
    ) throws {
        let charged = try session.store.entries().filter { $0.amountCharged > 0 }
            .map { "\($0.id)" }
        #expect(Set(received.keys) == Set(charged), "seed \(seed)")
        #expect(received.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        #expect(try session.store.unfinishedEntries().isEmpty, "seed \(seed)")
        let receipt = try session.store.receipt()?.unverifiedContent().inAppPurchases ?? []
        #expect(
            Set(receipt.compactMap(\.transactionIdentifier)).isSubset(of: charged),
            "seed \(seed)"
        )
    }
}
