import ArgumentParser
import Foundation
import LocalAppStore
import StrictJSON

struct TakeSnapshot: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Writes a copy of the ledger, with the keys that sign receipts beside it.",
        discussion: "The app may keep running: the copy is consistent, and replaces an earlier one."
    )

    @Argument(help: "The file of the copy.", completion: .file())
    var file: String

    @OptionGroup var common: CommonOptions

    func report(in store: Store) throws -> FileReport {
        try store.writeSnapshot(to: URL(fileURLWithPath: file))
        // A store that has signed nothing has no keys yet.
        let keys = "\(file)-receipts"
        let hasKeys = FileManager.default.fileExists(atPath: keys)
        let sentence = "The snapshot is in \(file)" + (hasKeys ? ", the keys in \(keys)." : ".")
        return FileReport(action: "snapshot", path: file, sentence: sentence)
    }
}

struct Restore: CommonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replaces the ledger by a snapshot.",
        discussion: """
            No process may have the ledger open. A file that is damaged or not a snapshot changes \
            nothing.
            """
    )

    @Argument(help: "The file of the snapshot.", completion: .file())
    var file: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func report() throws -> FileReport {
        let ledger = try options.ledgerFile()
        try InputFile(file).withFile { snapshot in
            if !yes, FileManager.default.fileExists(atPath: ledger.path) {
                try Console.current.confirm("This replaces the content of \(ledger.path).")
            }
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        let sentence = "\(ledger.path) is as in the snapshot."
        return FileReport(action: "restored", path: ledger.path, sentence: sentence)
    }
}

struct Reset: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes all transactions of all customers and resets the settings.",
        discussion: """
            Notifications are removed, too, whether or not they were sent. The customers and the \
            environment stay, and the time does not go back. Unlike this command, POST /reset of \
            the control API keeps the settings.
            """
    )

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func report(in store: Store) throws -> FileReport {
        let path = try options.ledgerFile().path
        if !yes { try Console.current.confirm("This removes all transactions from \(path).") }
        try store.clearAllCustomers(resettingSettings: true)
        return FileReport(action: "reset", path: path, sentence: "\(path) has no transactions.")
    }
}

/// The report of a command that did something to files.
struct FileReport: Report {
    /// The name of the action, such as `snapshot`.
    let action: String
    let path: String
    let sentence: String

    var json: JSONValue { .object([action: .string(path)]) }

    func text(_ style: TextStyle) -> String { sentence + "\n" }
}
