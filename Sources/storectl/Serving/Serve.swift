import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the store over HTTP: for back ends, and with a page to steer it.",
        discussion: """
            It answers verifyReceipt and the App Store Server API. SIGINT (Control-C) or SIGTERM \
            ends it when the requests under way are done. Other machines reach it only with \
            --host, and by a name that --name gives it.
            """
    )

    @Option(help: "The numeric address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp("A name by which clients ask, beside localhost.", valueName: "host")
    )
    var name: [String] = []

    @Option(
        help: ArgumentHelp("Record notifications, and send them to this address.", valueName: "url")
    )
    var webhook: WebAddress?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let store = try options.openForApp()
        if let webhook {
            try store.updateNotificationSettings { settings in
                settings.isRecording = true
                settings.url = webhook.url
            }
        }
        let server = StoreServer(store, configuration: configuration)
        let files = try ServerFiles(of: server)
        let (console, isJSON) = (Console.current, output.json)
        do {
            try ServerRun(server).untilSignal { address in
                let report = ServeReport(address: address, files: files)
                console.writeOutput(
                    isJSON ? PrettyJSON(report.json).text : report.text(TextStyle(console))
                )
            }
        } catch let error as StoreServer.Error {
            throw Failure(.failed, error.localizedDescription, suggestion: advice(for: error))
        }
    }

    private var configuration: StoreServer.Configuration {
        let endpoint: StoreServer.Endpoint =
            host == "localhost" ? .loopback(port: port) : .address(host, port: port)
        return StoreServer.Configuration(endpoint: endpoint, names: Set(name))
    }

    private func advice(for error: StoreServer.Error) -> String? {
        guard case .unusableAddress = error else { return nil }
        return "Give another --port, 0 for any free one, or a numeric address of this machine as "
            + "--host."
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
