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

    @Option(help: .value("host", "A name of the server, besides localhost."))
    var name: [String] = []

    @Option(
        help: .value(
            "text",
            "The token for the page and the control API; 16 letters, digits, - or _ at least."
        ),
        transform: reading("16 letters, digits, - or _ at least", Self.accessToken)
    )
    var token: String?

    @Flag(help: "Write no line for each request.")
    var quiet = false

    @Option(
        help: .value(
            "url",
            "Show the entitlements of this service; the key of a reader is $ENTITLEMENTS_KEY."
        ),
        transform: reading("an http or https URL", NotificationSettings.url)
    )
    var entitlements: URL?

    @OptionGroup var served: ServedStore
    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.store.checkForServing()
        try checkAccess()
        let configuration = try configuration()
        try StoreServer.check(endpoint)
        let store = try served.open(common.store)
        let server = StoreServer(store, configuration: configuration)
        let files = try ServerFiles(of: server)
        try ServerRun(server).untilSignal { address in
            let report = ServeReport(address: address, files: files, token: token)
            report.write(isJSON: common.output.json)
        }
    }

    private var endpoint: StoreServer.Endpoint {
        host == "localhost" ? .loopback(port: port) : .address(host, port: port)
    }

    private func configuration() throws -> StoreServer.Configuration {
        var configuration = StoreServer.Configuration(endpoint: endpoint, names: Set(name))
        configuration.accessToken = token
        configuration.entitlementService = try entitlementService()
        if !quiet { configuration.log = Console.current.serverLog }
        return configuration
    }

    /// The service with the key of the environment, because every process can read command lines.
    private func entitlementService() throws -> StoreServer.EntitlementService? {
        guard let entitlements else { return nil }
        guard let key = Console.current.variable("ENTITLEMENTS_KEY") else {
            let message = "--entitlements needs the key of a reader."
            throw Failure(.usage, message, suggestion: "Set ENTITLEMENTS_KEY to it.")
        }
        do throws(StoreServer.EntitlementService.Problem) {
            return try StoreServer.EntitlementService(url: entitlements, key: key)
        } catch {
            throw Failure(.usage, error.localizedDescription)
        }
    }

    /// Refuses access from other machines without a token, and warns with one.
    private func checkAccess() throws {
        guard host != "localhost", host != "::1", !host.hasPrefix("127.") else { return }
        guard token != nil else {
            let message = "Other machines can reach \(host) and change the store."
            let advice = "Give a --token, which the page and the control API then require."
            throw Failure(.usage, message, suggestion: advice)
        }
        Console.current.writeError(
            "storectl: Other machines reach the server, and nothing is encrypted.\n"
        )
    }

    /// A token that no address and no header field changes; `nil` for another string.
    private static func accessToken(_ text: String) -> String? {
        let isPlain = text.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        return isPlain && text.utf8.count >= 16 ? text : nil
    }
}

struct ServedStore: ParsableArguments {
    @Option(
        help: .value("url", "Record notifications, and send them to this address."),
        transform: reading("an http or https URL", NotificationSettings.url)
    )
    var webhook: URL?

    @Option(
        name: .customLong("app-apple-id"),
        help: .value(
            "number",
            "The identifier of the app in the App Store, for documents of production."
        ),
        transform: reading("a positive integer") { text in
            Int64(text).flatMap { $0 > 0 ? $0 : nil }
        }
    )
    var appAppleID: Int64?

    /// Opens the store, and changes its settings.
    func open(
        _ options: StoreOptions,
        missing: StoreOptions.MissingLedger = .made
    ) throws -> Store {
        let store = try options.openForApp(missing: missing)
        if let webhook { try store.notifications.startRecording(sendingTo: webhook) }
        if let appAppleID {
            try store.updateReceiptSettings { $0.appleIdentifier = appAppleID }
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
