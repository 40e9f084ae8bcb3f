import Dispatch
import LocalAppStore
import LocalAppStoreServer

/// The run of a server, for a command that waits for its end.
///
/// Its calls block, and must not be made on a thread of Swift's tasks.
struct ServerRun {
    private let server: StoreServer
    private let end = DispatchSemaphore(value: 0)
    private let result = Locked<Result<Void, any Error>>(.success(()))

    init(_ server: StoreServer) {
        self.server = server
    }

    /// Serves until the process gets SIGINT or SIGTERM; then the requests under way are finished.
    ///
    /// `whenListening` is called as soon as the server listens.
    func untilSignal(_ whenListening: (StoreServer.Address) -> Void) throws {
        let signals = StopSignals { [server] _ in
            Task { await server.stop() }
        }
        defer { signals.cancel() }
        if let address = start() { whenListening(address) }
        try waitForEnd()
    }

    /// Serves while `body` runs.
    func during<Value>(_ body: (StoreServer.Address) throws -> Value) throws -> Value {
        guard let address = start() else {
            try waitForEnd()
            throw StoreServer.Error.notListening
        }
        let value = Result { try body(address) }
        Task { [server] in await server.stop() }
        try waitForEnd()
        return try value.get()
    }

    /// Starts the server; returns `nil` if it never listens.
    private func start() -> StoreServer.Address? {
        let listening = DispatchSemaphore(value: 0)
        let address = Locked<StoreServer.Address?>(nil)
        Task { [server, result, end] in
            let running = Task { try await server.run() }
            let found = try? await server.waitUntilListening()
            address.withLock { $0 = found }
            listening.signal()
            let ended = await running.result
            result.withLock { $0 = ended }
            end.signal()
        }
        listening.wait()
        return address.withLock { $0 }
    }

    private func waitForEnd() throws {
        end.wait()
        try result.withLock { $0 }.get()
    }
}
