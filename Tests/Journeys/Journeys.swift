import Dispatch
import Foundation

/// Proves by killing that a purchase survives: `child` buys until it dies, `kill` starts, kills and
/// examines; `create` has many processes start one ledger at once, each a `visit`.
@main
enum Journeys {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The main thread belongs to the main queue, on which observers are called.
        Thread.detachNewThread { run(arguments) }
        dispatchMain()
    }

    private static let usage = """
        usage: journeys child <storekit file> <ledger> <journal> <seed>
               journeys visit <storekit file> <ledger>
               journeys kill <count> <seed> <storekit file>
               journeys create <ledgers> <processes> <storekit file>

        """

    private static func run(_ arguments: [String]) {
        do {
            exit(try status(of: arguments))
        } catch {
            complain("journeys: \(error.localizedDescription) (\(error))\n")
            exit(70)
        }
    }

    private static func status(of arguments: [String]) throws -> Int32 {
        switch (arguments.first, arguments.count) {
        case ("child", 5):
            guard let seed = UInt64(arguments[4]) else { break }
            let files = arguments[1...3].map { URL(fileURLWithPath: $0) }
            let app = try JourneyApp(
                catalog: files[0],
                ledger: files[1],
                journal: files[2],
                seed: seed
            )
            return try app.run()
        case ("visit", 3):
            let files = arguments[1...2].map { URL(fileURLWithPath: $0) }
            return try Visit(catalog: files[0], ledger: files[1]).run()
        case ("kill", 4):
            guard let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try kill(count, seed: seed, catalog: catalog)
        case ("create", 4):
            guard let count = Int(arguments[1]), let processes = Int(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try create(count, processes: processes, catalog: catalog)
        default: break
        }
        complain(usage)
        return 64
    }

    private static func kill(_ count: Int, seed: UInt64, catalog: URL) throws -> Int32 {
        var run = try KillRun(count: count, seed: seed, catalog: catalog)
        try run.run()
        return report(run.problems, run.tally.table, in: run.folder)
    }

    private static func create(_ count: Int, processes: Int, catalog: URL) throws -> Int32 {
        var run = try CreationRun(count: count, processes: processes, catalog: catalog)
        try run.run()
        return report(run.problems, run.table, in: run.folder)
    }

    private static func report(_ problems: [Problem], _ table: String, in folder: URL) -> Int32 {
        for problem in problems.prefix(100) {
            complain("\(problem)\n")
        }
        print(table)
        if problems.isEmpty {
            try? FileManager.default.removeItem(at: folder)
            return 0
        }
        complain("ledgers and journals: \(folder.path)\n")
        return 1
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
