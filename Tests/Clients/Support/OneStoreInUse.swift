import Foundation
import Testing

/// Keeps tests apart that put their store in use, because a process has one: also those of another test module.
struct OneStoreInUse: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let turn = await Self.turn()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                turn.wait()
                continuation.resume()
            }
        }
        defer { turn.signal() }
        try await function()
    }

    // Each test module has statics of its own; the main thread's dictionary is one for the process.
    @MainActor
    private static func turn() -> DispatchSemaphore {
        let shared = Thread.current.threadDictionary
        if let turn = shared["OneStoreInUse"] as? DispatchSemaphore { return turn }
        let turn = DispatchSemaphore(value: 1)
        shared["OneStoreInUse"] = turn
        return turn
    }
}

extension Trait where Self == OneStoreInUse {
    static var oneStoreInUse: Self { Self() }
}
