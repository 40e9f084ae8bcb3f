public import AppReceipt
import FlyingSocks
public import Foundation
public import LocalAppStore

/// A local App Store over HTTP, for back ends and other programs on this machine.
///
/// ```swift
/// let server = StoreServer(store)
/// async let running: Void = server.run()
/// let address = try await server.waitUntilListening()
/// // Requests go to address.url.
/// await server.stop()
/// try await running
/// ```
///
/// All members may be called from any thread. Requests are served at the same time; blocking work
/// has its own threads.
public final class StoreServer: Sendable {
    let store: Store
    let configuration: Configuration
    let keys: APIKeySource
    let state = Locked(ServerState())

    /// Makes a server for a store, whose customer is the default of requests.
    public init(_ store: Store, configuration: Configuration = Configuration()) {
        self.store = store
        self.configuration = configuration
        keys = APIKeySource(for: store.location, given: configuration.apiKey)
    }

    /// The key with which back ends sign their tokens for the App Store Server API.
    ///
    /// Unless the configuration has one, it lies beside the ledger, and is made when it is first
    /// needed; a store in memory has another one each time. This blocks for the file.
    ///
    /// - Throws: A `StoreError`, or an error of the file system, if the file cannot be used.
    public var apiKey: ServerAPIKey {
        get throws { try keys.key() }
    }

    /// The file of the key that lies beside the ledger, as a `.p8` file of App Store Connect; `nil`
    /// for another key.
    ///
    /// It exists as soon as the key was used or requested.
    public var apiKeyFile: URL? { configuration.apiKey == nil ? keys.file : nil }

    /// Writes the root certificate of the signed transactions, in DER, beside the key of the App
    /// Store Server API; trust it in tests only.
    ///
    /// - Returns: The file; `nil` if the store is in memory.
    /// - Throws: A `StoreError`, or an error of the file system, if it cannot be written.
    public func writeRootCertificate() throws -> URL? {
        try keys.write(try store.signedTransactionRootCertificate, named: "root.cer")
    }

    /// Throws an ``Error`` if no server can listen at an address at present, for programs that make
    /// a store only if they can serve it.
    package static func check(_ endpoint: Endpoint) throws(Error) {
        try Listener.check(endpoint)
    }

    /// The address that the server listens on; `nil` if it does not.
    public var address: Address? { state.withLock { $0.address } }

    /// Serves requests until it is stopped or the task is cancelled.
    ///
    /// After ``stop(within:)`` it returns normally. Cancelling ends the requests that are under
    /// way, and then it returns, too. A server runs once.
    ///
    /// - Throws: An ``Error`` if the server cannot listen, or accepts no more connections.
    public func run() async throws {
        try state.withLock { try $0.begin() }
        defer { state.withLock { $0.end() } }
        let pool = SocketPool<Poll>.make()
        try await pool.prepare()
        let polling = Task { try await pool.run() }
        let result = await serve(at: pool)
        polling.cancel()
        _ = await polling.result
        try result.get()
    }

    /// The address that the server listens on, as soon as it does.
    ///
    /// - Throws: ``Error/notListening`` if the server ends before, or a `CancellationError`.
    public func waitUntilListening() async throws -> Address {
        let (addresses, continuation) = AsyncStream.makeStream(of: Address.self)
        state.withLock { $0.notify(continuation) }
        for await address in addresses { return address }
        try Task.checkCancellation()
        throw Error.notListening
    }

    /// Accepts no more requests, finishes those that are under way, and returns when the server has
    /// ended.
    ///
    /// - Parameter seconds: How long the requests may take; after that their connections are
    ///   closed.
    public func stop(within seconds: TimeInterval = 5) async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let accepting = state.withLock { $0.stop(within: seconds, continuation) }
        accepting?.cancel()
        for await _ in ends {}
    }
}
