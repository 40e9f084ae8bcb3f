import Foundation
import LedgerFilling
import LocalAppStore
import Measuring

/// A folder with ledgers, and the executable that reads them.
struct ToolShop {
    private let folder: URL
    private let configuration: URL
    private let executable: URL

    struct Failure: Error {
        let arguments: [String]
        let status: Int32
    }

    init(in folder: URL) throws {
        self.folder = folder
        configuration = folder.appendingPathComponent("Shop.storekit")
        try Data(Self.shop.utf8).write(to: configuration)
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        executable =
            ProcessInfo.processInfo.environment["STORECTL"].map { URL(fileURLWithPath: $0) }
            ?? own.deletingLastPathComponent().appendingPathComponent("storectl")
    }

    /// Makes a ledger of so many purchases.
    func ledger(of count: Int) throws -> URL {
        let ledger = folder.appendingPathComponent("\(count).ledger")
        let store = try store(at: ledger)
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        try store.finish([entry.id])
        try LedgerFiller(ledger: ledger).addCopies(count - 1, unfinished: 0)
        return ledger
    }

    /// Makes a ledger of so many customers, each with a monthly subscription.
    func subscribers(_ count: Int) throws -> URL {
        let ledger = folder.appendingPathComponent("subscribers-\(count).ledger")
        let store = try store(at: ledger)
        for number in 1...count {
            let customer = try store.customers.acting(addingIfNeeded: "customer-\(number)")
            let entry = try customer.pay(PaymentRequest(productID: "monthly"))
            try customer.finish([entry.id])
        }
        return ledger
    }

    /// The time of a command, the median of some rounds; its output is thrown away.
    func milliseconds(_ arguments: [String], _ ledger: URL, rounds: Int) throws -> Double {
        var samples = Samples()
        for _ in 0..<rounds {
            samples.add(try ContinuousClock().milliseconds { try run(arguments, ledger) })
        }
        return samples.median
    }

    private func run(_ arguments: [String], _ ledger: URL) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments =
            arguments + ["--config", configuration.path, "--store", ledger.path]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(arguments: arguments, status: process.terminationStatus)
        }
    }

    private func store(at ledger: URL) throws -> Store {
        try Store(
            catalog: Catalog(contentsOf: configuration),
            at: .file(ledger),
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
    }

    private static let shop = """
        {"products": [{"productID": "coins", "type": "Consumable", "displayPrice": "0.99"}],
         "subscriptionGroups": [{"id": "club", "name": "Club", "subscriptions": [
           {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
            "groupNumber": 1, "recurringSubscriptionPeriod": "P1M"}]}],
         "version": {"major": 4, "minor": 0}}
        """
}
