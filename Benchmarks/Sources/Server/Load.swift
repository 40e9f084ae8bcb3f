import Foundation
import FoundationNetworking

/// A request that wrk sends on 64 connections, as often as it can.
struct Load {
    let port: UInt16
    let method: String
    let path: String
    var body = ""
    var token = ""

    /// What came of it.
    struct Result: Decodable {
        let requests: Double
        let microseconds: Double
        /// Connections that failed.
        let failures: Double
        /// Responses with a status above 399.
        let refusals: Double

        var perSecond: Double { requests / microseconds * 1_000_000 }
    }

    struct Failure: Error {
        let output: String
    }

    /// Whether wrk is there.
    static var isAvailable: Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/wrk")
        }
    }

    /// Sends the request for some seconds.
    func run(seconds: Int, in folder: URL) throws -> Result {
        let script = folder.appendingPathComponent("load.lua")
        try Data(text.utf8).write(to: script)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "wrk", "-t", "1", "-c", "64", "-d", "\(seconds)s", "-s", script.path,
            "http://127.0.0.1:\(port)",
        ]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let line = data.split(separator: UInt8(ascii: "\n")).last,
            let result = try? JSONDecoder().decode(Result.self, from: line)
        else { throw Failure(output: String(decoding: data, as: UTF8.self)) }
        return result
    }

    /// How many requests were not answered as they should be.
    func failures(in result: Result) -> Double { result.failures + result.refusals }

    /// The number of bytes in the body of a response.
    func responseLength() async throws -> Int {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw Failure(output: path)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.isEmpty ? nil : Data(body.utf8)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw Failure(output: String(decoding: data, as: UTF8.self))
        }
        return data.count
    }

    // A body and a token have no character that Lua's long brackets would end at.
    private var text: String {
        """
        wrk.method = "\(method)"
        wrk.path = "\(path)"
        wrk.body = [[\(body)]]
        wrk.headers["Authorization"] = "Bearer \(token)"
        function done(summary)
          local errors = summary.errors
          local failures = errors.connect + errors.read + errors.write + errors.timeout
          io.write(string.format(
            '\\n{"requests": %d, "microseconds": %d, "failures": %d, "refusals": %d}\\n',
            summary.requests, summary.duration, failures, errors.status))
        end
        """
    }
}

extension Load {
    /// Asks for the receipt of a store to be verified.
    static func verifyReceipt(of server: ServerProcess) -> Load {
        Load(
            port: server.greeting.port,
            method: "POST",
            path: "/sandbox/verifyReceipt",
            body: server.greeting.receiptRequest
        )
    }

    /// Asks for the first page of the transactions.
    static func history(of server: ServerProcess) -> Load {
        Load(
            port: server.greeting.port,
            method: "GET",
            path: "/inApps/v2/history/\(server.greeting.transactionID)",
            token: server.greeting.token
        )
    }

    /// Asks the same server for bytes that are always the same.
    func fixed(_ path: String) -> Load { Load(port: port, method: "GET", path: path) }

    /// The same request to another server.
    func sent(to port: UInt16, _ path: String) -> Load {
        Load(port: port, method: method, path: path, body: body, token: token)
    }
}
