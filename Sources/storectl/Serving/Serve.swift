import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreCommands

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the store over HTTP, to back ends and with a page to control it.",
        discussion: """
            It answers verifyReceipt and the App Store Server API, and writes a line to standard \
            error for each request and each notification that it sends. SIGINT (Control-C) or \
            SIGTERM ends it when the requests under way are done. Other machines reach it only \
            with --host and --token, and by a name that --name gives it.
            """
    )

    @Option(help: "The numeric address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp("A name of the server, besides localhost.", valueName: "host")
    )
    var name: [String] = []

    @Option(
        help: ArgumentHelp(
            "The token for the page and the control API; 16 letters, digits, - or _ at least.",
            valueName: "text"
        ),
        transform: AccessTokenText.reading("16 letters, digits, - or _ at least")
    )
    var token: AccessTokenText?

    @Flag(help: "Write no line for each request.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Show what this entitlement service answers; its reader's key is $ENTITLEMENTS_KEY.",
            valueName: "url"
        ),
        transform: WebAddress.reading("an http or https URL")
    )
    var entitlements: WebAddress?

    @OptionGroup var served: ServedStore
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try options.checkForServing()
        try checkAccess()
        let configuration = try configuration
        try reporting { try StoreServer.check(endpoint) }
        let store = try served.open(options)
        let server = StoreServer(store, configuration: configuration)
        let files = try ServerFiles(of: server)
        let (console, isJSON) = (Console.current, output.json)
        let token = token?.text
        try reporting {
            try ServerRun(server).untilSignal { address in
                let report = ServeReport(address: address, files: files, token: token)
                console.writeOutput(
                    isJSON ? PrettyJSON(report.json).text : report.text(TextStyle(console))
                )
            }
        }
    }

    private var endpoint: StoreServer.Endpoint {
        host == "localhost" ? .loopback(port: port) : .address(host, port: port)
    }

    private var configuration: StoreServer.Configuration {
        get throws {
            var configuration = StoreServer.Configuration(endpoint: endpoint, names: Set(name))
            configuration.accessToken = token?.text
            configuration.entitlementService = try entitlementService
            guard !quiet else { return configuration }
            let console = Console.current
            configuration.log = console.serverLog
            return configuration
        }
    }

    /// The service with the key of the environment; a command line is seen by every process.
    private var entitlementService: StoreServer.EntitlementService? {
        get throws {
            guard let url = entitlements?.url else { return nil }
            guard let key = Console.current.variable("ENTITLEMENTS_KEY") else {
                throw Failure(
                    .usage,
                    "--entitlements needs the key of a reader.",
                    suggestion: "Set ENTITLEMENTS_KEY to it."
                )
            }
            do throws(StoreServer.EntitlementService.Problem) {
                return try StoreServer.EntitlementService(url: url, key: key)
            } catch {
                throw Failure(.usage, error.localizedDescription)
            }
        }
    }

    /// Refuses to let other machines in without a token, and warns with one.
    private func checkAccess() throws {
        guard host != "localhost", host != "::1", !host.hasPrefix("127.") else { return }
        guard token != nil else {
            throw Failure(
                .usage,
                "Other machines reach \(host), and whoever asks can change the store.",
                suggestion: "Give a --token, which the page and the control API then ask for."
            )
        }
        Console.current.writeError(
            "storectl: Other machines reach the server, and nothing is encrypted.\n"
        )
    }

    private func reporting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as StoreServer.Error {
            throw Failure(.failed, error.localizedDescription, suggestion: advice(for: error))
        }
    }

    private func advice(for error: StoreServer.Error) -> String? {
        guard case .unusableAddress = error else { return nil }
        return "Give another --port, 0 for any free one, or a numeric address of this machine as "
            + "--host."
    }
}

/// The settings of a store that is served.
struct ServedStore: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record notifications, and send them to this address.",
            valueName: "url"
        ),
        transform: WebAddress.reading("an http or https URL")
    )
    var webhook: WebAddress?

    @Option(
        name: .customLong("app-apple-id"),
        help: ArgumentHelp(
            "The identifier of the app in the App Store, for documents of production.",
            valueName: "number"
        ),
        transform: AppAppleID.reading("a positive integer")
    )
    var appAppleID: AppAppleID?

    /// Opens the store, and changes its settings.
    func open(
        _ options: StoreOptions,
        missing: StoreOptions.MissingLedger = .made
    ) throws -> Store {
        let store = try options.openForApp(missing: missing)
        if let webhook {
            try store.notifications.updateSettings { settings in
                settings.isRecording = true
                settings.url = webhook.url
            }
        }
        if let appAppleID {
            try store.updateReceiptSettings { $0.appleIdentifier = appAppleID.number }
        }
        return store
    }
}

extension Console {
    /// Writes the lines of a server, with their times, to standard error.
    var serverLog: @Sendable (String) -> Void {
        { [writeError] in writeError("\(Date().rfc3339) \($0)\n") }
    }
}

/// A token that no address and no header field changes.
struct AccessTokenText: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        let isPlain = argument.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, argument.utf8.count >= 16 else { return nil }
        text = argument
    }
}

/// The identifier of an app as the command line names it.
struct AppAppleID: ExpressibleByArgument {
    let number: Int64

    init?(argument: String) {
        guard let number = Int64(argument), number > 0 else { return nil }
        self.number = number
    }
}

/// The address of a server as the command line names it.
struct WebAddress: ExpressibleByArgument {
    let url: URL

    init?(argument: String) {
        guard let url = NotificationSettings.url(argument) else { return nil }
        self.url = url
    }
}
