import Dispatch
import Foundation

/// Proves by killing that a purchase survives: `child` buys until it dies, `kill` starts, kills and examines.
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
               journeys kill <count> <seed> <storekit file>

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
            return app.run()
        case ("kill", 4):
            guard let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else { break }
            let catalog = URL(fileURLWithPath: arguments[3])
            return try kill(count, seed: seed, catalog: catalog)
        default: break
        }
        complain(usage)
        return 64
    }

    private static func kill(_ count: Int, seed: UInt64, catalog: URL) throws -> Int32 {
        var run = try KillRun(count: count, seed: seed, catalog: catalog)
        try run.run()
        for problem in run.problems.prefix(100) {
            complain("\(problem)\n")
        }
        print(run.tally.table)
        if run.problems.isEmpty {
            run.removeFolder()
            return 0
        }
        complain("ledgers and journals: \(run.folder.path)\n")
        return 1
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
