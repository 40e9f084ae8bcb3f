import AppReceipt
import ArgumentParser
import FlyingFox
import Foundation

/// A back end that receives App Store Server Notifications (version 2), and knows from them what
/// each customer may use.
@main
struct Backend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backend",
        abstract: "Receives notifications of the App Store, and answers what customers may use.",
        discussion: """
            POST /notifications       receives a notification
            GET /entitlements/TOKEN   answers for the customer with this appAccountToken
            """
    )

    @Option(help: "The bundle identifier of the app.")
    var bundleID: String

    @Option(help: "The app's identifier in the App Store; it accepts production, not the sandbox.")
    var appAppleID: Int64?

    @Option(help: "The root certificate of a local store, in DER. (default: Apple's roots)")
    var root: String?

    @Option(help: "The SQLite database, which is made if need be.")
    var database = "backend.sqlite"

    @Option(help: "The port on the loopback address; 0 is any free one.")
    var port: UInt16 = 8081

    func run() async throws {
        let routes = Routes(
            verifier: try verifier(),
            purchases: try PurchaseDatabase(path: database)
        )
        // Other machines reach this server through a proxy, which also ends TLS.
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port),
            logger: .disabled
        )
        await routes.add(to: server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                try await server.waitUntilListening()
                guard case .ip4(let host, let port) = await server.listeningAddress else { return }
                Log.write("Listening at http://\(host):\(port)")
            }
            for try await _ in group {}
        }
    }

    /// One environment, because the sandbox's purchases cost nothing.
    private func verifier() throws -> JWSVerifier {
        let environment = appAppleID.map(AcceptedEnvironment.production) ?? .sandbox
        let policy = JWSPolicy(bundleIdentifier: bundleID, environments: [environment])
        guard let root else { return JWSVerifier(policy: policy) }
        let certificate = try Data(contentsOf: URL(fileURLWithPath: root))
        return JWSVerifier(
            trustedRoots: try TrustedRoots([Array(certificate)]),
            policy: policy
        )
    }
}

/// Lines on standard output, each written at once, also where that is a pipe.
enum Log {
    /// Writes one line, whatever is in it: what others sent must not look like a line of its own.
    static func write(_ line: String) {
        let printable = line.unicodeScalars.map { isPrintable($0) ? $0 : "\u{FFFD}" }
        let text = String(String.UnicodeScalarView(printable))
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
