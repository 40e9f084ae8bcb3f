import Dispatch
import Foundation
import LocalAppStoreServer

/// The run of a server, for a command that waits for its end.
struct ServerRun {
    private let server: StoreServer

    init(_ server: StoreServer) {
        self.server = server
    }

    /// Serves until the process gets SIGINT or SIGTERM; then the requests under way are finished.
    ///
    /// This blocks, and must not be called on a thread of Swift's tasks. `whenListening` is called
    /// as soon as the server listens.
    func untilSignal(
        _ whenListening: @escaping @Sendable (StoreServer.Address) -> Void
    ) throws {
        let sources = [SIGINT, SIGTERM].map { onSignal($0) }
        defer { sources.forEach { $0.cancel() } }
        let end = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task { [server] in
            let running = Task { try await server.run() }
            // If it never listens, run says why.
            if let address = try? await server.waitUntilListening() { whenListening(address) }
            outcome.result = await running.result
            end.signal()
        }
        end.wait()
        try outcome.result.get()
    }

    /// Stops the server at a signal, which does not end the process then.
    private func onSignal(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [server] in
            Task { await server.stop() }
        }
        source.resume()
        return source
    }

    // Unchecked because the semaphore orders the two accesses.
    private final class Outcome: @unchecked Sendable {
        var result: Result<Void, any Error> = .success(())
    }
}
