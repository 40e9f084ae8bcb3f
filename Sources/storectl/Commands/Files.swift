import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore

struct TakeSnapshot: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Writes a copy of the ledger, with the keys that sign receipts beside it.",
        discussion: "The app may keep running: the copy is consistent, and replaces an earlier one."
    )

    @Argument(help: "The file of the copy.", completion: .file())
    var file: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> FileReport {
        try store.writeSnapshot(to: URL(fileURLWithPath: file))
        // A store that has signed nothing has no keys yet.
        let keys = "\(file)-receipts"
        let hasKeys = FileManager.default.fileExists(atPath: keys)
        return FileReport(
            action: "snapshot",
            path: file,
            sentence: "The snapshot is in \(file)" + (hasKeys ? ", the keys in \(keys)." : ".")
        )
    }
}

struct Restore: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replaces the ledger by a snapshot.",
        discussion: """
            No process may have the ledger open. A snapshot that is damaged, or no ledger, changes \
            nothing.
            """
    )

    @Argument(help: "The file of the snapshot.", completion: .file())
    var file: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report() throws -> FileReport {
        let ledger = try options.ledgerFile()
        try InputFile(file).withFile { snapshot in
            if !yes, FileManager.default.fileExists(atPath: ledger.path) {
                try Console.current.confirm("This replaces what is in \(ledger.path).")
            }
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        return FileReport(
            action: "restored",
            path: ledger.path,
            sentence: "\(ledger.path) is as in the snapshot."
        )
    }
}

struct Reset: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes all transactions of all customers and resets the settings.",
        discussion: """
            Notifications are removed, too, whether or not they were sent. The customers and the \
            environment stay, and the time does not go back.
            """
    )

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> FileReport {
        let path = try options.ledgerFile().path
        if !yes {
            try Console.current.confirm("This removes all transactions from \(path).")
        }
        try store.clearAllCustomers(resettingSettings: true)
        return FileReport(action: "reset", path: path, sentence: "\(path) has no transactions.")
    }
}
