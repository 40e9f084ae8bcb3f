import StoreTesting
import Testing

@Suite("Exclusive sessions", .timeLimit(.minutes(10)))
struct ExclusiveSessionTests {
    // With separate turns, so that it does not wait for other suites.
    let session = ExclusiveSession(mutex: .init())

    @Test("Scopes with the same mutex do not overlap")
    func exclusion() async throws {
        let test = try #require(Test.current)
        let counter = OccupancyCounter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await session.provideScope(for: test, testCase: nil) {
                        await counter.enter()
                        for _ in 0..<10 { await Task.yield() }
                        await counter.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await counter.most == 1)
    }

    @Test("A scope within a scope does not wait for itself")
    func nesting() async throws {
        let test = try #require(Test.current)
        let counter = OccupancyCounter()
        try await session.provideScope(for: test, testCase: nil) {
            try await session.provideScope(for: test, testCase: nil) {
                await counter.enter()
            }
        }
        #expect(await counter.most == 1)
    }

    @Test("A scope that throws ends its turn")
    func throwing() async throws {
        struct Refusal: Error {}
        let test = try #require(Test.current)
        await #expect(throws: Refusal.self) {
            try await session.provideScope(for: test, testCase: nil) { throw Refusal() }
        }
        try await session.provideScope(for: test, testCase: nil) {}
    }
}

/// Counts how many scopes run at the same time.
private actor OccupancyCounter {
    private var present = 0
    private(set) var most = 0

    func enter() {
        present += 1
        most = max(most, present)
    }

    func leave() {
        present -= 1
    }
}
