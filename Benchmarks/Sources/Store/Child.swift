import Foundation

/// An app that starts in a process of its own, does one thing and reports.
struct Child {
    let role: String
    let count: Int
    let shop: Shop
    let ledger: URL

    struct Failure: Error {
        let role: String
        let status: Int32
    }

    /// Runs the app to its end; its last word is its report.
    func report<Report: Decodable>() throws -> Report {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["child", role, "\(count)"]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "STOREKIT_CONFIGURATION": shop.configuration.path,
            "STOREKIT_STORE": ledger.path,
        ]) { $1 }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(role: role, status: process.terminationStatus)
        }
        return try JSONDecoder().decode(Report.self, from: data)
    }

    /// Ends this process with a report to the one that started it.
    static func end(with report: some Encodable) -> Never {
        guard let data = try? JSONEncoder().encode(report) else { exit(70) }
        FileHandle.standardOutput.write(data)
        exit(0)
    }
}
