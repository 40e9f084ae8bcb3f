import ArgumentParser
import Dispatch
import LocalAppStore

struct Listen: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a line for each event of the store, until it is stopped.",
        discussion: """
            Events are changes of transactions, subscriptions and settings by any process, \
            advances of the time, notifications, and the attempts of storectl serve to send them. \
            Times are the store's. SIGINT (Control-C) or SIGTERM ends it.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Write a JSON document on each line.")
    var json = false

    func run() throws {
        let store = try options.open()
        let console = Console.current
        let end = DispatchSemaphore(value: 0)
        let signals = StopSignals { _ in end.signal() }
        defer { signals.cancel() }
        let lines = try EventLines(of: store, isJSON: json, write: console.writeOutput)
        let observations = (
            store.observeAllCustomers { lines.write($0) },
            store.clock.onAdvance { lines.writeTime() }
        )
        console.writeError("storectl: Listening to the store. Control-C ends it.\n")
        withExtendedLifetime(observations) { end.wait() }
    }
}
