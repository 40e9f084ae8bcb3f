import AppReceipt
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// The line of JSON that a server writes when it has begun to listen.
struct ServerGreeting: Codable {
    let port: UInt16
    /// The token for the App Store Server API.
    let token: String
    /// The body of a request to verifyReceipt.
    let receiptRequest: String
    /// A transaction of the customer; `nil` if there is none yet.
    let transactionID: Int64?
}

/// Serves a ledger until its input ends.
struct ServingApp {
    let catalog: URL
    let ledger: URL

    func run() throws -> Int32 {
        let store = try Store(
            catalog: try Catalog.forHarness(catalog, beside: ledger),
            at: .file(ledger)
        )
        let server = StoreServer(store)
        let status = Locked<Int32>(0)
        let ended = DispatchSemaphore(value: 0)
        Task {
            do {
                try await serve(store, server)
            } catch {
                FileHandle.standardError.write(Data("crash-harness: \(error)\n".utf8))
                status.withLock { $0 = 70 }
            }
            ended.signal()
        }
        ended.wait()
        try store.close()
        return status.withLock { $0 }
    }

    private func serve(_ store: Store, _ server: StoreServer) async throws {
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        let line = try JSONEncoder().encode(try greeting(store, server, address.port))
        FileHandle.standardOutput.write(line + Data("\n".utf8))
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while !FileHandle.standardInput.availableData.isEmpty {}
                continuation.resume()
            }
        }
        await server.stop()
        try await running
    }

    private func greeting(
        _ store: Store,
        _ server: StoreServer,
        _ port: UInt16
    ) throws -> ServerGreeting {
        let token = try ServerAPIToken(
            bundleIdentifier: store.app.bundleIdentifier,
            signedWith: try server.apiKey,
            at: Date()
        )
        let receipt = try store.receipt()?.base64Encoded ?? ""
        return ServerGreeting(
            port: port,
            token: token.compactSerialization,
            receiptRequest: #"{"receipt-data":"\#(receipt)"}"#,
            transactionID: try store.transactionHistory(limit: 1).entries.first?.id
        )
    }
}
