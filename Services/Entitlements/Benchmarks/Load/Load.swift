import ArgumentParser

/// The benchmarks' tools besides `wrk` and `pgbench`.
@main
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlements-load",
        abstract: "Signs notifications, and sends requests at the rate that is asked for.",
        subcommands: [
            MakeStore.self, Sign.self, Pace.self, Listen.self, Queries.self, Year.self,
        ]
    )
}
