import Foundation
import Measuring

/// What is resident in a server before, during and after minutes of requests.
struct Endurance {
    let shop: ServedShop

    private static let entries = 1_000
    private static let seconds = 60
    /// The MiB that may be added in this time.
    private static let growth = 8.0

    func run() throws {
        let server = try ServerProcess([StoreRole.name, try shop.ledger(of: Self.entries).path])
        let loads = [
            ("verifyReceipt", Load.verifyReceipt(of: server)),
            ("history", Load.history(of: server)),
        ]
        print("memory: \(Self.seconds) s of each request, 64 connections\n")
        // Caches are filled, and every thread was once needed.
        for (_, load) in loads { _ = try load.run(seconds: 5, in: shop.folder) }
        var isGood = true
        var table = Table(["", "requests", "failed", "MiB before", "MiB after"])
        for (name, load) in loads {
            let before = try server.usage().resident
            let result = try load.run(seconds: Self.seconds, in: shop.folder)
            let after = try server.usage().resident
            let failures = load.failures(in: result)
            table.add([
                name, result.requests.text(0), failures.text(0), before.text(1), after.text(1),
            ])
            isGood = isGood && failures == 0 && after - before <= Self.growth
        }
        table.show()
        try server.stop()
        guard isGood else {
            throw Load.Failure(
                output: "Requests failed, or more than \(Self.growth) MiB were added."
            )
        }
    }
}
