import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit
import Testing

@Suite("Completing", .timeLimit(.minutes(20))) struct CompletionTests {
    @Test(arguments: [true, false])
    func `the completion is called once, with what the caller could have asked`(
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
        case (.success(let called), .success(let asked)): #expect(called.compared == asked.compared)
        case (.error(let called), .error(let asked)):
            #expect(called.errorDescription == asked.errorDescription)
        default: Issue.record("one is a success and the other is none")
        }
    }

    @Test func `the caller's thread does not wait`() async throws {
        let verifier = try LocalReceiptValidator.make().verifier
        let gate = DispatchSemaphore(value: 0)
        let waitedInVain = Tally()
        let validator = LocalReceiptValidator(verifier: verifier) {
            if gate.wait(timeout: .now() + 600) == .timedOut { waitedInVain.add() }
            return Moment.created
        }
        let data = try Issuing.receipt()
        let isSuccess = await withCheckedContinuation { continuation in
            validator.validate(receiptData: data) { result in
                continuation.resume(returning: result.refused == nil)
            }
            // Were the receipt verified before this line, the gate would stay closed.
            gate.signal()
        }
        #expect(isSuccess)
        #expect(waitedInVain.count == 0)
    }

    @Test func `many threads get the same answer`() async throws {
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
