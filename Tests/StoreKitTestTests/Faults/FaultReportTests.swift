import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

@testable import StoreTesting

@Suite("What a failing test says about its faults", .timeLimit(.minutes(10)))
struct FaultReportTests {
    /// Returns the comments of issues, and discards the issues.
    private static func comments(
        of body: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        let recorded = Locked<[String]>([])
        let test = try #require(Test.current)
        let trait = IssueHandlingTrait.filterIssues { issue in
            recorded.withLock { $0 += issue.comments.map(\.rawValue) }
            return false
        }
        try await trait.provideScope(for: test, testCase: nil) {
            try await _StoreTrait { try SKTestSession.make() }
                .provideScope(for: test, testCase: nil, performing: body)
        }
        return recorded.withLock { $0 }
    }

    @Test("An issue names the seed, how to repeat the run, and what happened")
    func issue() async throws {
        let comments = try await Self.comments {
            let session = try SKTestSession.current
            session.faultPlan = try FaultPlan(seed: 77, rules: [.at(.payment, .networkDown)])
            _ = try? await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
            Issue.record("It failed.")
        }
        #expect(
            comments == [
                "It failed.",
                """
                The fault plan has the seed 77. STOREKIT_FAULT_SEED=77 in the environment repeats \
                it. What happened:
                  productRequest 1 \(SampleProducts.colours): no fault
                  payment 1 \(SampleProducts.colours): networkDown
                """,
            ]
        )
    }

    @Test("Without a plan, an issue is as it was")
    func noPlan() async throws {
        #expect(try await Self.comments { Issue.record("It failed.") } == ["It failed."])
    }

    @Test("An issue and an error name the product that was probably meant")
    func unknownProduct() async throws {
        let product = SampleProducts.hints + "2"
        let suggestion =
            "The store has no product \(product). Did you mean \"\(SampleProducts.hints)\"?"
        let comments = try await Self.comments {
            for _ in 0..<2 {
                let result = try await SwiftyStoreKit.retrieveProductsInfo([product])
                #expect(result.invalidProductIDs == [product])
            }
            Issue.record("It failed.")
        }
        #expect(comments == ["It failed.", suggestion])
        let failure = try await #require(throws: FaultPlanFailure.self) {
            _ = try await Self.comments {
                _ = try await SwiftyStoreKit.purchaseProduct(product)
            }
        }
        #expect("\(failure)".hasSuffix(suggestion))
        let loaded = try await Self.comments {
            let products = try await Product.products(for: [product, "Purchase"])
            #expect(products.isEmpty)
            Issue.record("It failed.")
        }
        #expect(loaded == ["It failed.", suggestion + "\nThe store has no product Purchase"])
    }

    @Test("A start without downloads is logged")
    func emptyStart() async throws {
        try await withStore(contentsOf: SampleProducts.file) { _ in
            let (messages, continuation) = AsyncStream<String>.makeStream()
            SwiftyStoreKit.logger = { continuation.yield($1) }
            SwiftyStoreKit.start([])
            for await message in messages where message.contains("hosted.json") { break }
        }
    }

    @Test("An error of a session names the product that was probably meant")
    func unknownProductOfSession() async throws {
        try await withStore(contentsOf: SampleProducts.file) { session in
            let product = String(SampleProducts.weekly.dropLast())
            let calls: [() async throws -> Void] = [
                { try session.buyProduct(productIdentifier: product) },
                { _ = try await session.buyProduct(identifier: product) },
                { try session.expireSubscription(productIdentifier: product) },
                { try session.setPrice(1, of: product) },
                { try session.enter(.renewed, of: product) },
                { try await session.advance(pastRenewals: 1, of: product) },
                {
                    try session.redeemOfferCode(
                        .init(referenceName: "a", productIdentifier: product)
                    )
                },
            ]
            for call in calls {
                let error = await #expect(throws: SKTestError.self) { try await call() }
                #expect(error?.code == .invalidProductIdentifier)
                #expect(
                    error?.localizedDescription
                        .hasSuffix("Did you mean \"\(SampleProducts.weekly)\"?") == true
                )
            }
        }
    }

    @Test("An error of a test names the seed")
    func error() async throws {
        let failure = try await #require(throws: FaultPlanFailure.self) {
            _ = try await Self.comments {
                try SKTestSession.current.faultPlan = FaultPlan(seed: 5, rules: [])
                throw CocoaError(.fileNoSuchFile)
            }
        }
        #expect(failure.underlyingError is CocoaError)
        #expect(failure.localizedDescription.contains("the seed 5"))
        await #expect(throws: CocoaError.self) {
            _ = try await Self.comments { throw CocoaError(.fileNoSuchFile) }
        }
    }

    @Test("An error of a test with withStore names the seed, in both kinds of closures")
    func withStores() async throws {
        let plan = try FaultPlan(seed: 9, rules: [.at(.payment, .networkDown)])
        let body: @Sendable (SKTestSession) throws -> Void = { session in
            #expect(session.faultPlan == plan)
            throw CocoaError(.fileNoSuchFile)
        }
        let error = try #require(throws: FaultPlanFailure.self) {
            try withStore(contentsOf: SampleProducts.file, faults: plan, body)
        }
        #expect("\(error)".contains("the seed 9"))
        await #expect(throws: FaultPlanFailure.self) {
            try await withStore(contentsOf: SampleProducts.file, faults: plan) { session in
                await Task.yield()
                try body(session)
            }
        }
    }

    @Test("The environment replaces the seed")
    func environment() throws {
        let plan = try FaultPlan(seed: 9, rules: [])
        #expect(try plan.withSeed(from: [:]).seed == 9)
        #expect(try plan.withSeed(from: ["STOREKIT_FAULT_SEED": "12"]).seed == 12)
    }

    @Test("A malformed seed in the environment is an error that names it")
    func malformedSeed() throws {
        let plan = try FaultPlan(seed: 9, rules: [])
        let error = try #require(throws: FaultPlan.FormatError.self) {
            _ = try plan.withSeed(from: ["STOREKIT_FAULT_SEED": "twelve"])
        }
        #expect(error.path == "STOREKIT_FAULT_SEED")
        #expect(error.reason.hasSuffix("but found \"twelve\""))
    }

    @Test(
        "The trait sets the plan of the test's session",
        .store(contentsOf: SampleProducts.file),
        .faults(seed: 3, .at(.payment, .networkDown), .at(.delivery, .crash, .probability(0.5)))
    )
    func trait() throws {
        let plan = try #require(try SKTestSession.current.faultPlan)
        #expect(plan.rules.count == 2)
        #expect(
            plan.seed
                == (ProcessInfo.processInfo.environment["STOREKIT_FAULT_SEED"]
                    .flatMap { UInt64($0) } ?? 3)
        )
    }

    @Test("A trait with a rule that makes no sense, or without a store, fails its test")
    func mistakes() async throws {
        let test = try #require(Test.current)
        await #expect(throws: FaultPlan.RuleError.self) {
            try await StoreScope.runTest({ try SKTestSession.make() }) { _ in
                try await (_FaultTrait.faults(.at(.payment, .noAnswer)) as _FaultTrait)
                    .provideScope(for: test, testCase: nil) {}
            }
        }
        await #expect(throws: (any Error).self) {
            try await StoreScope.runTest({}) { _ in
                try await (_FaultTrait.faults() as _FaultTrait)
                    .provideScope(for: test, testCase: nil) {}
            }
        }
    }
}
