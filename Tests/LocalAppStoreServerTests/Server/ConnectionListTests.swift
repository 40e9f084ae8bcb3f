import Testing

@testable import LocalAppStoreServer

@Suite("Open connections", .timeLimit(.minutes(10)))
struct ConnectionListTests {
    @Test("The connection that has waited for the longest makes room for another one")
    func eviction() async throws {
        let held = HeldConnections(limit: 3)
        let (first, second) = (try await held.started(), try await held.started())
        let third = try await held.started()
        held.list.beginRequest(on: first)
        _ = held.list.beginWaiting(on: first)
        held.list.beginRequest(on: second)
        _ = await held.start()
        #expect(await held.nextEnd() == third)
        _ = await held.start()
        #expect(await held.nextEnd() == first)
    }

    @Test("A connection that makes room has ended before the next one starts")
    func room() async throws {
        let held = HeldConnections(limit: 1)
        let first = try await held.started()
        let second = try await held.started()
        held.list.beginRequest(on: second)
        #expect(await held.nextEnd() == first)
        held.list.cancelAll()
        // The list waits only for the remaining connection.
        #expect(await held.nextEnd() == second)
    }

    @Test("When all connections are busy, another one is not started")
    func busy() async throws {
        let held = HeldConnections(limit: 1)
        let first = try await held.started()
        held.list.beginRequest(on: first)
        #expect(await held.start() == nil)
        held.list.cancelAll()
        #expect(await held.nextEnd() == first)
    }

    @Test("A connection that misses its deadline is cancelled, no other one")
    func deadlines() async throws {
        let held = HeldConnections(limit: 4)
        let (late, early) = (try await held.started(), try await held.started())
        let free = try await held.started()
        held.list.setDeadline(of: early, after: 0)
        held.list.setDeadline(of: early, after: 3600)
        held.list.setDeadline(of: free, after: 0)
        held.list.removeDeadline(of: free)
        held.list.setDeadline(of: late, after: 0)
        let watching = Task { await held.list.watchDeadlines() }
        #expect(await held.nextEnd() == late)
        let next = try await held.started()
        held.list.setDeadline(of: next, after: 0)
        #expect(await held.nextEnd() == next)
        watching.cancel()
        held.list.cancelAll()
    }

    @Test("The connections that are left when the time is up are cancelled")
    func end() async throws {
        let held = HeldConnections(limit: 1)
        let busy = try await held.started()
        held.list.beginRequest(on: busy)
        let watching = Task { await held.list.watchDeadlines() }
        await held.list.drain(within: 0.01)
        #expect(await held.nextEnd() == busy)
        #expect(await held.start() == nil)
        watching.cancel()
    }
}

/// Connections that do nothing until they are cancelled.
private final class HeldConnections: Sendable {
    let list: ConnectionList
    private let begins = AsyncStream.makeStream(of: ConnectionList.ID.self)
    private let ends = AsyncStream.makeStream(of: ConnectionList.ID.self)

    init(limit: Int) {
        list = ConnectionList(limit: limit)
    }

    /// Starts a connection; `nil` if there is no room.
    func start() async -> ConnectionList.ID? {
        let isStarted = await list.start { [begins, ends] id in
            begins.continuation.yield(id)
            for await _ in AsyncStream<Void>.makeStream().stream {}
            ends.continuation.yield(id)
        }
        return isStarted ? await begins.stream.first { _ in true } : nil
    }

    func started() async throws -> ConnectionList.ID { try #require(await start()) }

    /// The next connection that was cancelled.
    func nextEnd() async -> ConnectionList.ID? {
        await ends.stream.first { _ in true }
    }
}
