import Crypto
import Dispatch
import Foundation
import LocalAppStore
import Measuring
import StoreKit
import StoreKitTest
import StoreTesting

/// StoreKit 2 on 1,000 owned products and 10,000 for sale: the first and later reads of
/// entitlements against the signatures that they need, an update's way to a task that waits, a
/// request for products, and the memory of sessions that listen.
struct Entitlements {
    private static let owned = 1000
    private static let sold = 10_000
    private static let sessions = 1000

    func run() throws {
        let done = DispatchSemaphore(value: 0)
        let result = Outcome()
        Task {
            do {
                try await measure()
            } catch {
                result.error = error
            }
            done.signal()
        }
        done.wait()
        if let error = result.error { throw error }
    }

    /// Written before the semaphore is signalled, read after it.
    private final class Outcome: @unchecked Sendable {
        var error: (any Error)?
    }

    private func measure() async throws {
        let shop = try Self.configuration(of: Self.sold)
        defer { try? FileManager.default.removeItem(at: shop) }
        var (floor, cold, warm, products, update) =
            (Samples(), Samples(), Samples(), Samples(), Samples())
        for _ in 0..<7 {
            floor.add(try Self.signaturesAndVerifications(Self.owned))
            try await withStore(contentsOf: shop) { session in
                for number in 0..<Self.owned {
                    try session.buyProduct(productIdentifier: "product\(number)")
                }
                await session.deliveries()
                cold.add(await Self.milliseconds { await Self.countEntitlements() })
                warm.add(await Self.milliseconds { await Self.countEntitlements() })
                let names = (0..<Self.sold).map { "product\($0)" }
                products.add(
                    try await Self.milliseconds {
                        _ = try await Product.products(for: names)
                    }
                )
                update.add(try await Self.millisecondsOfUpdate(in: session))
            }
        }
        print("entitlements: \(Self.owned) owned, \(Self.sold) sold; medians of 7 rounds\n")
        var table = Table(["", "ms", "of the floor"])
        table.add(["P-256 signatures and verifications", floor.median.text(1), "1.00"])
        table.add(["cold", cold.median.text(1), (cold.median / floor.median).text(2)])
        table.add(["warm", warm.median.text(2), ""])
        table.add(["products(for:) of all", products.median.text(1), ""])
        table.add(["update, from the commit to the task", update.median.text(2), ""])
        table.show()
        try await measureListeners()
    }

    private func measureListeners() async throws {
        let shop = try Self.configuration(of: 20)
        defer { try? FileManager.default.removeItem(at: shop) }
        let before = Memory.resident
        try await listen(Self.sessions, shop) {
            let each = (Memory.resident - before) * 1024 / Double(Self.sessions)
            print("\(Self.sessions) sessions that listen: \(each.text(0)) KiB each\n")
        }
    }

    /// Nests sessions, each with a listener, and calls `body` in the innermost.
    private func listen(
        _ count: Int,
        _ shop: URL,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (ready, arrived) = AsyncStream<Void>.makeStream()
            for _ in 0..<count {
                group.addTask {
                    try await withStore(contentsOf: shop) { _ in
                        var updates = Transaction.updates.makeAsyncIterator()
                        arrived.yield()
                        _ = await updates.next()
                    }
                }
            }
            var waiting = ready.makeAsyncIterator()
            for _ in 0..<count { await waiting.next() }
            try await body()
            group.cancelAll()
        }
    }

    private static func countEntitlements() async {
        var count = 0
        for await case .verified in Transaction.currentEntitlements { count += 1 }
        precondition(count == owned, "\(count) entitlements")
    }

    private static func millisecondsOfUpdate(in session: SKTestSession) async throws -> Double {
        var samples = Samples()
        var updates = Transaction.updates.makeAsyncIterator()
        for _ in 0..<owned { _ = await updates.next() }
        for number in 0..<20 {
            try session.buyProduct(productIdentifier: "product\(owned + number)")
            let start = ContinuousClock.now
            _ = await updates.next()
            samples.add((ContinuousClock.now - start).milliseconds)
        }
        return samples.median
    }

    private static func milliseconds(
        of body: () async throws -> Void
    ) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start).milliseconds
    }

    private static func signaturesAndVerifications(_ count: Int) throws -> Double {
        let key = P256.Signing.PrivateKey()
        let message = Data(repeating: 7, count: 1000)
        return try ContinuousClock().milliseconds {
            for _ in 0..<count {
                let signature = try key.signature(for: message)
                precondition(key.publicKey.isValidSignature(signature, for: message))
            }
        }
    }

    private static func configuration(of count: Int) throws -> URL {
        let products = (0..<count).map { number in
            """
            {"displayPrice": "0.99", "familyShareable": false, "internalID": "P\(number)",
             "localizations": [], "productID": "product\(number)", "referenceName": null,
             "type": "NonConsumable"}
            """
        }
        let text = """
            {"identifier": "B0B0B0B0", "products": [\(products.joined(separator: ",\n"))],
             "settings": {}, "subscriptionGroups": [], "version": {"major": 4, "minor": 0}}
            """
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("entitlements-\(UUID().uuidString).storekit")
        try Data(text.utf8).write(to: url)
        return url
    }
}
