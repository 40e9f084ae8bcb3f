import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite("StoreKit 2 in a test without a store", .timeLimit(.minutes(10)))
struct MissingStoreTests {
    /// Expects one issue that says what to write.
    private func expectIssue(_ body: @escaping @Sendable () async throws -> Void) async {
        await withKnownIssue {
            await #expect(throws: Never.self) { try await body() }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(".store(\"Products.storekit\")") }
        }
    }

    @Test(.separateStore) func `products that cannot be loaded are an issue`() async {
        await expectIssue {
            let products = try await Product.products(for: ["coins"])
            #expect(products.isEmpty)
        }
    }

    @Test(.separateStore) func `entitlements that cannot be read are an issue`() async {
        await expectIssue {
            for await _ in Transaction.currentEntitlements { Issue.record("There is one.") }
        }
    }

    @Test(.separateStore) func `statuses that cannot be read are an issue`() async {
        await expectIssue {
            let statuses = try await Product.SubscriptionInfo.status(for: "plans")
            #expect(statuses.isEmpty)
        }
    }

    @Test(.store(contentsOf: SampleProducts.file))
    func `with a store, nothing is recorded`() async throws {
        #expect(try await Product.products(for: [SampleProducts.hints]).count == 1)
        for await _ in Transaction.currentEntitlements { Issue.record("There is one.") }
    }
}
