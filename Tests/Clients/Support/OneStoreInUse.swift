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
        let file = try FileHandle(forReadingFrom: Fixture.products.url)
        defer { try? file.close() }
        try await lock(file.fileDescriptor)
        try await function()
    }

    /// Waits on a thread of its own; closing the file gives the lock back.
    private func lock(_ descriptor: Int32) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                guard flock(descriptor, LOCK_EX) == 0 else {
                    return continuation.resume(throwing: POSIXError(.init(rawValue: errno) ?? .EIO))
                }
                continuation.resume()
            }
        }
    }
}

extension Trait where Self == OneStoreInUse {
    static var oneStoreInUse: Self { Self() }
}
