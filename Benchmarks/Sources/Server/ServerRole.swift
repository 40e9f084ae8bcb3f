import AppReceipt
import FlyingFox
import FlyingSocks
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Measuring

/// What a server that has begun to listen says of itself, in a line of JSON.
struct Greeting: Codable {
    var port: UInt16
    /// A transaction of the customer.
    var transactionID: Int64 = 0
    /// The token for the App Store Server API.
    var token = ""
    /// The body of a request to verifyReceipt.
    var receiptRequest = ""
}

/// What a server used so far.
struct Usage: Codable {
    var microseconds = CPUTime.ofProcess
    var resident = Memory.resident
}

/// A server in a process of its own.
///
/// It answers each line of its input with its usage, and ends with its input.
protocol ServerRole: Sendable {
    func run() async throws
}

extension ServerRole {
    func converse(after greeting: Greeting) async {
        say(greeting)
        await withCheckedContinuation { continuation in
            // Reading blocks; the server has all other threads.
            Thread.detachNewThread {
                while readLine() != nil { say(Usage()) }
                continuation.resume()
            }
        }
    }

    private func say(_ words: some Encodable) {
        guard let line = try? JSONEncoder().encode(words) else { exit(70) }
        FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
}

/// The server that is measured.
struct StoreRole: ServerRole {
    static let name = "serve"
    let ledger: URL

    func run() async throws {
        let store = try ServedShop.store(at: ledger)
        let server = StoreServer(store)
        async let running: Void = server.run()
        let address = try await server.waitUntilListening()
        let token = try ServerAPIToken(
            bundleIdentifier: store.app.bundleIdentifier,
            signedWith: try server.apiKey,
            at: Date(),
            validity: ServerAPIToken.longestValidity
        )
        let receipt = try store.receipt()?.base64Encoded ?? ""
        await converse(
            after: Greeting(
                port: address.port,
                transactionID: try store.entry(1)?.id ?? 0,
                token: token.compactSerialization,
                receiptRequest: #"{"receipt-data":"\#(receipt)"}"#
            )
        )
        await server.stop()
        try await running
    }
}

/// FlyingFox's own server, with fixed bodies of given sizes.
struct FixedRole: ServerRole {
    static let name = "fixed"
    let sizes: [Int]

    func run() async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            logger: .disabled
        )
        for size in sizes {
            let body = Data(repeating: UInt8(ascii: "a"), count: size)
            await server.appendRoute(HTTPRoute("/\(size)")) { request in
                _ = try await request.bodyData
                return HTTPResponse(statusCode: .ok, body: body)
            }
        }
        let running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw SocketError.unsupportedAddress
        }
        await converse(after: Greeting(port: port))
        await server.stop()
        // It ends with an error when it is stopped.
        _ = await running.result
    }
}
