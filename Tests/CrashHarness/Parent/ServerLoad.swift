import Foundation
import Glibc

/// wrk, which sends requests to a server on 64 connections until it is stopped.
final class ServerLoad {
    private let process = Process()
    private let output = Pipe()

    /// The responses.
    struct Report: Decodable {
        /// Responses with the status 200, or 404 where a transaction was deleted.
        var served = 0
        /// Other responses.
        var refused = 0
    }

    init(on server: ServerGreeting, in folder: URL) throws {
        let script = folder.appendingPathComponent("load.lua")
        try Data(Self.script(server).utf8).write(to: script)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "wrk", "-t", "1", "-c", "64", "-d", "600s", "-s", script.path,
            "http://127.0.0.1:\(server.port)",
        ]
        process.standardOutput = output
        try process.run()
    }

    /// Waits until the server has responded once, or wrk has ended.
    func waitUntilServed() {
        var text = Data()
        while text.range(of: Data(Self.mark.utf8)) == nil {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { return }
            text += part
        }
    }

    /// The script's output after the first response.
    private static let mark = "served once"

    /// Stops wrk, and returns what it reports; `nil` if it did not run.
    func stop() -> Report? {
        kill(process.processIdentifier, SIGINT)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data.split(separator: UInt8(ascii: "\n")).last
            .flatMap { try? JSONDecoder().decode(Report.self, from: $0) }
    }

    // The inserted strings contain nothing that ends Lua's long brackets.
    private static func script(_ server: ServerGreeting) -> String {
        let history =
            server.transactionID.map {
                """
                wrk.format("GET", "/inApps/v2/history/\($0)", {
                  ["Authorization"] = "Bearer \(server.token)"
                })
                """
            } ?? "nil"
        return """
            served = 0
            refused = 0
            local first
            function setup(thread) first = thread end
            function init()
              requests = {
                wrk.format("POST", "/sandbox/verifyReceipt", {}, [[\(server.receiptRequest)]]),
                \(history)
              }
            end
            function request()
              turn = (turn or 0) % #requests + 1
              return requests[turn]
            end
            function response(status)
              if status == 200 or status == 404 then
                served = served + 1
              else
                refused = refused + 1
              end
              if served + refused == 1 then
                io.write("\(mark)\\n")
                io.flush()
              end
            end
            function done()
              io.write(string.format(
                '\\n{"served": %d, "refused": %d}\\n', first:get("served"), first:get("refused")))
            end
            """
    }
}
