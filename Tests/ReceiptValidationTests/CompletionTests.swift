import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit
import Testing

@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
    @Test(arguments: [true, false])
    func `the completion is called once, with the result of the synchronous call`(
        isGood: Bool
    ) async throws {
        let validator = try LocalReceiptValidator.make()
        let data = try isGood ? Issuing.receipt() : Data([1, 2, 3])
        let calls = Tally()
        let result = await withCheckedContinuation { continuation in
            validator.validate(receiptData: data) { result in
                calls.add()
                continuation.resume(returning: result)
            }
        }
        #expect(calls.count == 1)
        switch (result, validator.validate(data)) {
        case (.success(let called), .success(let direct)):
            #expect(called.compared == direct.compared)
        case (.error(let called), .error(let direct)):
            #expect(called.errorDescription == direct.errorDescription)
        default: Issue.record("one is a success and the other is none")
        }
    }

    @Test func `the caller's thread does not wait`() async throws {
        let verifier = try LocalReceiptValidator.make().verifier
        let gate = DispatchSemaphore(value: 0)
        let timeouts = Tally()
        let validator = LocalReceiptValidator(verifier: verifier) {
            if gate.wait(timeout: .now() + 600) == .timedOut { timeouts.add() }
            return Moment.created
        }
        let data = try Issuing.receipt()
        let isSuccess = await withCheckedContinuation { continuation in
            validator.validate(receiptData: data) { result in
                continuation.resume(returning: result.refused == nil)
            }
            // A verification on this thread would wait for the gate without end.
            gate.signal()
        }
        #expect(isSuccess)
        #expect(timeouts.count == 0)
    }

    @Test func `many threads get the same result`() async throws {
        let validator = try LocalReceiptValidator.make(rules: [.bundleIdentifier("com.example.app")]
        )
        let (good, bad) = (try Issuing.receipt(), try Issuing.receipt(.make(bundleIdentifier: "b")))
        let right = await withTaskGroup { group in
            for index in 0..<40 {
                group.addTask {
                    let isRefused = validator.validate(index % 2 == 0 ? good : bad).refused != nil
                    return isRefused == (index % 2 == 1)
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 40)
    }
}
