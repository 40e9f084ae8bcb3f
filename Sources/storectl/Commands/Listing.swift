import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands

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
    var state: LedgerEntry.State?

    @Option(help: "Only those to which something happened since.")
    var condition: TransactionListQuery.Condition?

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> TransactionListReport {
        var query = TransactionListQuery()
        query.customerID = allCustomers ? nil : try store.customer.id
        query.productID = product
        query.state = state
        query.condition = condition
        let transactions = try TransactionRow.rows(of: try store.entries(query), in: store)
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
        let id = allCustomers ? nil : try store.customer.id
        let subscriptions = try store.subscriptions(ofCustomer: id)
        return SubscriptionReport(
            try SubscriptionRow.rows(of: subscriptions, in: store),
            showsCustomers: allCustomers
        )
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
        if let add { try store.customers.add(named: add) }
        return try CustomerReport(in: store)
    }
}
