import Foundation

/// A server that runs in a process of its own.
final class ServerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private(set) var greeting = Greeting(port: 0)

    struct Ended: Error {}

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        greeting = try read()
    }

    /// What the server used so far.
    func usage() throws -> Usage {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        return try read()
    }

    /// Ends the server in order.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Ended() }
    }

    private func read<Words: Decodable>() throws -> Words {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { throw Ended() }
            line += part
        }
        return try JSONDecoder().decode(Words.self, from: line)
    }
}
