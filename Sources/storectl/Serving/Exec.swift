import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

struct Exec: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a command beside a store and its server.",
        discussion: """
            It serves tests of apps and back ends. The server has a free port. Without --store or \
            $STOREKIT_STORE, the ledger is a new one, which is removed at the end. The exit code \
            is the command's. The command finds in its environment:

            STOREKIT_CONFIGURATION, STOREKIT_STORE, STOREKIT_BUNDLE_IDENTIFIER: for an app
            APP_STORE_SERVER_URL: the address of the App Store Server API
            APP_STORE_ISSUER_ID, APP_STORE_KEY_ID, APP_STORE_PRIVATE_KEY: its key, a .p8 file
            APP_STORE_BUNDLE_ID, APP_STORE_ENVIRONMENT, APP_STORE_APPLE_ID: the app
            APP_STORE_ROOT_CERTIFICATE: the file of the root of all that is signed
            APP_STORE_VERIFY_RECEIPT_URL: the address of verifyReceipt
            """
    )

    @Flag(help: "Write a line to standard error for each request and each notification.")
    var verbose = false

    @OptionGroup var served: ServedStore
    @OptionGroup var options: StoreOptions

    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Give a command after --.") }
    }

    func run() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("storectl-\(UUID().uuidString)")
        defer { Self.remove(folder) }
        var options = options
        let named = options.ledger ?? Console.current.variable("STOREKIT_STORE")
        options.ledger = named ?? folder.appendingPathComponent("AppStore.ledger").path
        try options.checkForServing()
        // The command reads the file again, which a pipe does not allow.
        let code = try InputFile(options.configuration.path ?? "").withFile { file in
            options.configuration.config = file.path
            let store = try served.open(options, missing: named == nil ? .temporary : .made)
            return try run(store, options)
        }
        guard code == 0 else { throw EarlyExit(status: .command(code)) }
    }

    /// Removes the folder of a ledger.
    ///
    /// A removal ends at a file that has vanished, and SQLite may be removing its own files.
    private static func remove(_ folder: URL) {
        let files = FileManager.default
        for _ in 0..<10 where files.fileExists(atPath: folder.path) {
            try? files.removeItem(at: folder)
        }
    }

    private func run(_ store: Store, _ options: StoreOptions) throws -> Int32 {
        var configuration = StoreServer.Configuration()
        if verbose { configuration.log = Console.current.serverLog }
        let server = StoreServer(store, configuration: configuration)
        let files = try ServerFiles(of: server)
        return try ServerRun(server).during { address in
            let variables = try Self.variables(of: store, options, files, address)
            let environment = Console.current.environment.merging(variables) { _, new in new }
            return try Self.run(command, in: environment)
        }
    }

    private static func run(_ command: [String], in environment: [String: String]) throws -> Int32 {
        // A signal may arrive before the command has started.
        let running = Locked<(process: ChildProcess?, early: [Int32])>((nil, []))
        // A terminal sends its SIGINT to the command, too.
        let isTerminal = Console.current.isInputTerminal
        let signals = StopSignals { number in
            guard number != SIGINT || !isTerminal else { return }
            running.withLock { running in
                guard let process = running.process else { return running.early.append(number) }
                process.send(number)
            }
        }
        defer { signals.cancel() }
        let process = try ChildProcess(command, environment: environment)
        running.withLock { running in
            running.process = process
            running.early.forEach(process.send)
        }
        return process.wait()
    }

    private static func variables(
        of store: Store,
        _ options: StoreOptions,
        _ files: ServerFiles,
        _ address: StoreServer.Address
    ) throws -> [String: String] {
        let identifier = try store.appAppleIdentifier
        let variables: [String: String?] = [
            "STOREKIT_BUNDLE_IDENTIFIER": store.app.bundleIdentifier,
            "STOREKIT_CONFIGURATION": options.configuration.path.map {
                URL(fileURLWithPath: $0).path
            },
            "STOREKIT_STORE": try options.ledgerFile().path,
            "APP_STORE_APPLE_ID": identifier.map(String.init),
            "APP_STORE_BUNDLE_ID": store.app.bundleIdentifier,
            "APP_STORE_ENVIRONMENT": try store.receiptSettings.environment.rawValue,
            "APP_STORE_ISSUER_ID": files.issuerID,
            "APP_STORE_KEY_ID": files.keyID,
            "APP_STORE_PRIVATE_KEY": files.privateKey?.path,
            "APP_STORE_ROOT_CERTIFICATE": files.rootCertificate?.path,
            "APP_STORE_SERVER_URL": "http://\(address)",
            "APP_STORE_VERIFY_RECEIPT_URL": "http://\(address)/verifyReceipt",
        ]
        return variables.compactMapValues { $0 }
    }
}
