import Foundation
import Measuring

/// Measures verifying receipts, against the cryptography alone and against other implementations.
@main
enum ReceiptBenchmarks {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == Resources.role, arguments.count == 3 {
                try Resources.reportPeak(der: arguments[1], root: arguments[2])
            } else {
                let names = arguments.isEmpty ? ["times", "resources", "threads"] : arguments
                guard try measure(names) else {
                    complain("receipt-benchmarks: a limit of the resources is exceeded\n")
                    exit(1)
                }
            }
        } catch {
            complain("receipt-benchmarks: \(error.localizedDescription) (\(error))\n")
            exit(70)
        }
    }

    /// Returns whether the resources are within their limits, if they were measured.
    private static func measure(_ names: [String]) throws -> Bool {
        guard Set(names).isSubset(of: ["times", "resources", "threads"]) else {
            complain("usage: receipt-benchmarks [times | resources | threads]...\n")
            exit(64)
        }
        let settings = Settings()
        let files = try ReceiptFiles.given(settings)
        defer {
            if settings.folder == nil { try? FileManager.default.removeItem(at: files.folder) }
        }
        if names.contains("times") { try showTimes(files, settings) }
        let isWithinLimits = try !names.contains("resources") || Resources(files: files).show()
        if names.contains("threads") { try TwoThreads(files: files, settings: settings).show() }
        return isWithinLimits
    }

    private static func showTimes(_ files: ReceiptFiles, _ settings: Settings) throws {
        print("receipts on \(machine): medians of \(settings.rounds) rounds, us of CPU for one\n")
        let rounds = try Rounds(files, settings)
        var table = Table([""] + ReceiptFiles.sizes.map { "N = \($0)" })
        for contestant in Contestant.allCases {
            let cells = ReceiptFiles.sizes.map { rounds.median(contestant, $0)?.text(1) ?? "-" }
            table.add([contestant.rawValue] + cells)
        }
        table.show()
        Goal.show(rounds)
    }

    /// The name of the processor, and the number of cores.
    private static var machine: String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(ProcessInfo.processInfo.processorCount) x \(name ?? "an unknown processor")"
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
