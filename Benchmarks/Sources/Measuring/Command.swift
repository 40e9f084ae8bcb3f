import Foundation

/// A program that runs in a process of its own and prints a line of JSON.
package struct Command {
    let executable: URL
    let arguments: [String]

    package struct Failure: Error {
        package let command: String
        package let status: Int32
    }

    package init(_ path: String, _ arguments: [String]) {
        executable = URL(fileURLWithPath: path)
        self.arguments = arguments
    }

    /// This program once more.
    package static func itself(_ arguments: [String]) -> Command {
        let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        return Command(path, arguments)
    }

    /// What it printed, after it ended well.
    package func report<Report: Decodable>() throws -> Report {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                command: executable.lastPathComponent,
                status: process.terminationStatus
            )
        }
        return try JSONDecoder().decode(Report.self, from: data)
    }
}
