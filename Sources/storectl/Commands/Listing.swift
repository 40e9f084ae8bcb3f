import ArgumentParser
import Foundation
import LocalAppStore

struct Products: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the products with their prices and offers.",
        discussion: "It needs no ledger. If there is one, the prices are of its storefront."
    )

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report() throws -> ProductReport {
        let catalog = try options.catalog()
        let ledger = try? options.ledgerFile()
        let hasLedger = ledger.map { FileManager.default.fileExists(atPath: $0.path) } == true
        return ProductReport(
            products: catalog.products,
            settings: hasLedger
                ? try options.open().settings : StoreSettings(catalog.settings)
        )
    }
}

struct Transactions: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the transactions, oldest first."
    )

    @Option(help: "Only those of a product.", completion: .products)
    var product: String?

    @Option(help: "Only those in a state.")
    var state: Transaction.State?

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> TransactionListReport {
        let ledger = try LedgerState(of: store, allCustomers: allCustomers)
        let transactions = ledger.transactions.filter { transaction in
            (product == nil || transaction.entry.productID == product)
                && (state == nil || transaction.state == state)
        }
        return TransactionListReport(transactions: transactions, showsCustomers: allCustomers)
    }
}

struct Subscriptions: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the subscriptions, also those that ended."
    )

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        let ledger = try LedgerState(of: store, allCustomers: allCustomers)
        return SubscriptionReport(ledger.subscriptions, showsCustomers: allCustomers)
    }
}

struct Customers: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the customers with what they were charged."
    )

    @Option(help: ArgumentHelp("Adds a customer first.", valueName: "name"))
    var add: String?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> CustomerReport {
        if let add { try store.addCustomer(named: add) }
        return try CustomerReport(in: store)
    }
}
