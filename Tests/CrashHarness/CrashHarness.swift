import Dispatch
import Foundation

/// Checks that purchases survive the death of their process.
///
/// `kill` starts and kills processes that buy (`child`), opens the ledger in another process
/// (`open`), and audits it. `kill-server` kills servers (`serve`) beside a child. `create` starts
/// several processes that create one ledger at the same time, each with `buy-once`.
@main
enum CrashHarness {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The main thread belongs to the main queue, on which observers are called.
        Thread.detachNewThread { run(arguments) }
        dispatchMain()
    }

    private static let usage = """
        usage: crash-harness child <storekit file> <ledger> <journal> <seed> <clock>
               crash-harness open <storekit file> <ledger>
               crash-harness buy-once <storekit file> <ledger>
               crash-harness kill <count> <seed> <storekit file>
               crash-harness serve <storekit file> <ledger>
               crash-harness kill-server <count> <seed> <storekit file>
               crash-harness create <ledgers> <processes> <storekit file>

        """

    private static func run(_ arguments: [String]) {
        do {
            exit(try status(of: arguments))
        } catch {
            printError("crash-harness: \(error.localizedDescription) (\(error))\n")
            exit(70)
        }
    }

    private static func status(of arguments: [String]) throws -> Int32 {
        switch (arguments.first, arguments.count) {
        case ("child", 6):
            guard let seed = UInt64(arguments[4]), let clock = HarnessClock(arguments[5]) else {
                break
            }
            let files = arguments[1...3].map { URL(fileURLWithPath: $0) }
            let app = try ChildApp(
                catalog: files[0],
                ledger: files[1],
                journal: files[2],
                seed: seed,
                clock: clock
            )
            return try app.run()
        case ("open", 3):
            let files = arguments[1...2].map { URL(fileURLWithPath: $0) }
            return try CleanLaunch(catalog: files[0], ledger: files[1]).run()
        case ("buy-once", 3):
            let files = arguments[1...2].map { URL(fileURLWithPath: $0) }
            return try SinglePurchase(catalog: files[0], ledger: files[1]).run()
        case ("kill", 4):
            guard let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try kill(count, seed: seed, catalog: catalog)
        case ("serve", 3):
            let files = arguments[1...2].map { URL(fileURLWithPath: $0) }
            return try ServingApp(catalog: files[0], ledger: files[1]).run()
        case ("kill-server", 4):
            guard let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try killServers(count, seed: seed, catalog: catalog)
        case ("create", 4):
            guard let count = Int(arguments[1]), let processes = Int(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try create(count, processes: processes, catalog: catalog)
        default: break
        }
        printError(usage)
        return 64
    }

    private static func kill(_ count: Int, seed: UInt64, catalog: URL) throws -> Int32 {
        var run = try KillRun(count: count, seed: seed, catalog: catalog)
        try run.run()
        return report(run.problems, run.statistics.table, in: run.folder)
    }

    private static func killServers(_ count: Int, seed: UInt64, catalog: URL) throws -> Int32 {
        var run = try ServerKillRun(count: count, seed: seed, catalog: catalog)
        try run.run()
        return report(run.problems, run.table, in: run.folder)
    }

    private static func create(_ count: Int, processes: Int, catalog: URL) throws -> Int32 {
        var run = try CreationRun(count: count, processes: processes, catalog: catalog)
        try run.run()
        return report(run.problems, run.table, in: run.folder)
    }

    private static func report(_ problems: [Problem], _ table: String, in folder: URL) -> Int32 {
        for problem in problems.prefix(100) {
            printError("\(problem)\n")
        }
        print(table)
        if problems.isEmpty {
            try? FileManager.default.removeItem(at: folder)
            return 0
        }
        printError("ledgers and journals: \(folder.path)\n")
        return 1
    }

    private static func printError(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
