import StoreTesting
import Testing

@Suite("Keeping tests of the store apart", .timeLimit(.minutes(20)))
struct ExclusiveSessionTests {
    // With turns of its own, so that it does not wait for the tests of other suites.
    let session = ExclusiveSession(turns: .init())

    @Test("Two scopes that want the store do not overlap")
    func exclusion() async throws {
        let test = try #require(Test.current)
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await session.provideScope(for: test, testCase: nil) {
                        await room.enter()
                        for _ in 0..<10 { await Task.yield() }
                        await room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await room.most == 1)
    }

    @Test("A scope within a scope does not wait for itself")
    func nesting() async throws {
        let test = try #require(Test.current)
        let room = Room()
        try await session.provideScope(for: test, testCase: nil) {
            try await session.provideScope(for: test, testCase: nil) {
                await room.enter()
            }
        }
        #expect(await room.most == 1)
    }

    @Test("A scope that throws leaves the store to the next")
    func throwing() async throws {
        struct Refusal: Error {}
        let test = try #require(Test.current)
        await #expect(throws: Refusal.self) {
            try await session.provideScope(for: test, testCase: nil) { throw Refusal() }
        }
        try await session.provideScope(for: test, testCase: nil) {}
    }
}

/// Counts who is in it.
private actor Room {
    private var guests = 0
    private(set) var most = 0

    func enter() {
        guests += 1
        most = max(most, guests)
    }

    func leave() {
        guests -= 1
    }
}
