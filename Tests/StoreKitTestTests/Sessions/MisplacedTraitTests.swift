import StoreKitTest
import StoreTesting
import Testing

/// Expects an error of the traits after it.
private struct Refusal: TestTrait, TestScoping {
    let text: String

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let error = await #expect(throws: (any Error).self) { try await function() }
        #expect(error.map { "\($0)" }?.contains(text) == true)
    }
}

@Suite("Traits before .store", .timeLimit(.minutes(10)))
struct MisplacedTraitTests {
    @Test(
        Refusal(text: "Write .faults after .store"),
        .faults(.at(.payment, .networkDown)),
        .store(contentsOf: SampleProducts.file)
    )
    func `faults are refused`() {
        Issue.record("The test ran.")
    }

    @Test(
        Refusal(text: "Write .systemHabits after .store"),
        .systemHabits(.iOS27),
        .store(contentsOf: SampleProducts.file),
        .faults(.at(.payment, .networkDown))
    )
    func `habits are refused`() {
        Issue.record("The test ran.")
    }

    @Test(
        Refusal(text: "Write .nothingUnfinished after .store"),
        .nothingUnfinished,
        .store(contentsOf: SampleProducts.file)
    )
    func `a check of unfinished transactions is refused`() {
        Issue.record("The test ran.")
    }

    @Suite(.store(contentsOf: SampleProducts.file))
    struct Inside {
        @Test(.faults(.at(.payment, .networkDown)), .nothingUnfinished)
        func `the store of the suite comes before them`() throws {
            #expect(try SKTestSession.current.faultPlan != nil)
        }

        @Test(
            Refusal(text: "Write .faults after .store"),
            .faults(.at(.payment, .networkDown)),
            .store(contentsOf: SampleProducts.file)
        )
        func `the store of the test replaces that of the suite, and its faults`() {
            Issue.record("The test ran.")
        }
    }
}
