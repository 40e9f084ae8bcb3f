import Dispatch
import Foundation
import Measuring
import StoreKitTest
import StoreTesting
import SwiftyStoreKit

/// A thousand isolated sessions at once in one process, each of which buys a monthly subscription
/// and lives a year.
struct Years {
    let shop: Shop

    private static let count = 1_000
    private static let rounds = 3
    private static let start = Date(timeIntervalSince1970: 1_735_689_600)

    private struct Unexpected: Error {
        let transactions: Int
    }

    func run() throws {
        var seconds = Samples()
        var processor = Samples()
        var peaks: [String] = []
        for _ in 0..<Self.rounds {
            let before = CPUTime.ofProcess
            let time = try ContinuousClock().milliseconds(of: liveAll)
            seconds.add(time / 1000)
            processor.add((CPUTime.ofProcess - before) / 1_000_000)
            peaks.append(Memory.peak.text(0))
        }
        print("years: \(Self.count) sessions at once, medians of \(Self.rounds) rounds")
        var table = Table(["seconds", "CPU seconds", "peak MiB after each round"])
        table.add([
            seconds.median.text(2), processor.median.text(2), peaks.joined(separator: ", "),
        ])
        table.show()
    }

    /// Waits on the calling thread, which is none of Swift's tasks.
    private func liveAll() throws {
        let configuration = shop.configuration
        let end = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<Self.count {
                        group.addTask { try await Self.live(configuration) }
                    }
                    try await group.waitForAll()
                }
            } catch {
                outcome.error = error
            }
            end.signal()
        }
        end.wait()
        if let error = outcome.error { throw error }
    }

    private static func live(_ configuration: URL) async throws {
        try await withStore(contentsOf: configuration, startingAt: start) { session in
            SwiftyStoreKit.completeTransactions { _ in }
            _ = try await SwiftyStoreKit.purchaseProduct(Shop.monthly)
            await session.advance(by: 365 * 86_400)
            let count = session.allTransactions().count
            guard count == 13 else { throw Unexpected(transactions: count) }
        }
    }

    /// Unchecked because the semaphore orders the accesses.
    private final class Outcome: @unchecked Sendable {
        var error: (any Error)?
    }
}
