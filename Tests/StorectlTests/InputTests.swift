import Dispatch
import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Files, pipes and standard input", .timeLimit(.minutes(10)))
struct InputTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    /// Makes a pipe with a name, and writes a text to it as soon as somebody reads.
    private func pipe(_ name: String, with text: String) throws -> String {
        let path = trial.path(name)
        try #require(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            guard let handle = FileHandle(forWritingAtPath: path) else { return }
            handle.write(Data(text.utf8))
            try? handle.close()
        }
        return path
    }

    private var shop: String {
        get throws { try String(contentsOfFile: trial.path("Shop.storekit"), encoding: .utf8) }
    }

    @Test("A .storekit file is read from a pipe or from standard input")
    func catalogs() throws {
        let piped = trial.run("check", try pipe("a", with: shop))
        #expect(piped.status == .success && piped.output.hasPrefix("products       3\n"))
        let typed = try trial.run("check", "-", "--json", input: shop)
        #expect(typed.value("file") == .string("standard input"))
        // The command opens the file twice.
        let bought = trial.run("buy", "monthly", "--config", try pipe("b", with: shop))
        #expect(bought.status == .success, "\(bought.errors)")
        let renewed = trial.run("renew", "monthly", "--config", try pipe("c", with: shop))
        #expect(renewed.status == .success, "\(renewed.errors)")
        #expect(try trial.run("products", "--config", "-", input: shop).status == .success)
        let broken = trial.run("products", "--config", "-", input: "{")
        #expect(broken.status == .malformedFile)
        #expect(broken.errors.hasPrefix("storectl: standard input"))
    }

    @Test("Plans, scenarios, receipts, documents and snapshots are read from pipes")
    func others() throws {
        let plan = #"{"seed": 1, "rules": []}"#
        #expect(trial.run("faults", try pipe("plan", with: plan)).status == .success)
        let steps = #"{"steps": [{"buy": "coins"}]}"#
        #expect(trial.run("scenario", try pipe("steps", with: steps)).status == .success)
        trial.run("buy", "monthly")
        let receipt = trial.run("receipt", "export").output
        #expect(trial.run("receipt", "show", try pipe("r", with: receipt)).status == .success)
        #expect(trial.run("receipt", "verify", "-", input: receipt).status == .success)
        let document = trial.run("jws", "export", "transaction", "1").output
        #expect(trial.run("jws", "show", try pipe("d", with: document)).status == .success)
        trial.run("snapshot", trial.path("saved"))
        let saved = try Data(contentsOf: trial.folder.appendingPathComponent("saved"))
        let path = trial.path("ledgers")
        try #require(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread { FileHandle(forWritingAtPath: path)?.write(saved) }
        let other = trial.path("other.ledger")
        let restored = trial.run("restore", path, "--store", other)
        #expect(restored.status == .success, "\(restored.errors)")
        let listed = trial.run("transactions", "--store", other, "--json")
        #expect(listed.value("transactions", "0") != nil)
    }

    @Test(
        "A folder is named as one",
        arguments: [
            ["check", "."], ["products", "--config", "."], ["faults", "."], ["scenario", "."],
            ["receipt", "show", "."], ["jws", "show", "."],
            ["jws", "sign", ".", "--identity", "i"], ["restore", ".", "--yes"],
        ]
    )
    func folders(arguments: [String]) {
        let list = arguments.map { $0 == "." ? trial.folder.path : $0 }
        let outcome = trial.run(list: list)
        #expect(outcome.status == .missingFile)
        #expect(outcome.errors.hasPrefix("storectl: \(trial.folder.path) is a folder.\n"))
    }

    @Test("A file that cannot be written has a reason for people")
    func writing() throws {
        trial.run("buy", "level")
        let path = trial.folder.path
        let folder = trial.run("receipt", "export", path)
        #expect(folder.status == .failed)
        #expect(folder.errors == "storectl: \(path) cannot be written: it is a folder.\n")
        let missing = trial.run("receipt", "export", trial.path("no/receipt"))
        #expect(missing.errors.hasSuffix("cannot be written: there is no such folder.\n"))
    }

    @Test("A pipe gets the bytes, and stays a pipe")
    func writingToPipe() throws {
        trial.run("buy", "level")
        let path = trial.path("receipts")
        try #require(mkfifo(path, 0o600) == 0)
        let received = Locked(Data())
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let data = FileHandle(forReadingAtPath: path)?.readDataToEndOfFile()
            received.withLock { $0 = data ?? Data() }
            end.signal()
        }
        let exported = trial.run("receipt", "export", path)
        #expect(exported.output == "The receipt is in \(path).\n")
        try #require(exported.status == .success && FileKind(path) == .other)
        end.wait()
        let receipt = received.withLock { $0 }
        let shown = trial.run("receipt", "verify", "-", input: receipt.base64EncodedString())
        #expect(shown.status == .success, "\(shown.errors)")
    }

    @Test("A file without permission has a reason for people", .enabled(if: geteuid() != 0))
    func permission() throws {
        chmod(trial.path("Shop.storekit"), 0)
        let outcome = trial.run("check")
        #expect(outcome.status == .failed)
        #expect(outcome.errors.contains("no permission"))
    }
}
