import Foundation
import SwiftyStoreKit

/// A receipt coordinator with a file of its own and everything around it in the test's hands.
final class ReceiptShop: Sendable {
    let turns = Turns()
    let work = Turns()
    let refreshes = Recorder<ReceiptRefreshSpy>()
    let file: URL
    let coordinator: ReceiptCoordinator

    init(_ receipt: String? = nil) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try receipt.map { try Data($0.utf8).write(to: file) }
        coordinator = ReceiptCoordinator(
            callbacks: turns.makeQueue(),
            receiptURL: { file },
            background: { [work] in work.add($0) },
            makeRefresh: { [refreshes] completion in
                let refresh = ReceiptRefreshSpy(completion)
                refreshes.record(refresh)
                return refresh
            }
        )
        self.file = file
    }

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    func write(_ receipt: String) throws {
        try Data(receipt.utf8).write(to: file)
    }

    /// Fetches and returns where the results go.
    func fetch(forceRefresh: Bool = false) -> Recorder<FetchReceiptResult> {
        let results = Recorder<FetchReceiptResult>()
        _ = coordinator.fetch(forceRefresh: forceRefresh) { results.record($0) }
        return results
    }

    /// Verifies and returns where the results go.
    func verify(
        _ validator: any ReceiptValidator,
        forceRefresh: Bool = false
    ) -> Recorder<VerifyReceiptResult> {
        let results = Recorder<VerifyReceiptResult>()
        _ = coordinator.verify(using: validator, forceRefresh: forceRefresh) { results.record($0) }
        return results
    }

    /// Runs the reading of files and every callback.
    func run() {
        while work.waiting + turns.waiting > 0 {
            work.run()
            turns.run()
        }
    }
}
