import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands

struct Products: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the products with their prices and offers.",
        discussion: "It needs no ledger. If there is one, the prices are of its storefront."
    )

    @OptionGroup var list: ListOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report() throws -> ProductReport {
        let catalog = try options.catalog()
        let ledger = try? options.ledgerFile()
        let hasLedger = ledger.map { FileManager.default.fileExists(atPath: $0.path) } == true
        return ProductReport(
            products: list.excerpt(of: catalog.products, "products", output),
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

    @OptionGroup var list: ListOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> TransactionListReport {
        var query = TransactionListQuery()
        query.customerID = allCustomers ? nil : try store.customer.id
        query.productID = product
        query.state = state
        query.condition = condition
        let entries = list.excerpt(
            of: try store.entries(query),
            "transactions",
            output,
            kind: \.shownState
        )
        return TransactionListReport(
            transactions: try entries.map { try TransactionRow.rows(of: $0, in: store) },
            showsCustomers: allCustomers
        )
    }
}

struct Subscriptions: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the subscriptions, also those that ended."
    )

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var list: ListOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        let id = allCustomers ? nil : try store.customer.id
        // Only JSON has the timelines.
        let subscriptions = list.excerpt(
            of: try store.subscriptions(ofCustomer: id, periodLimit: output.json ? 100 : 0),
            "subscriptions",
            output
        ) { "\($0.status.subscription.status)" }
        return SubscriptionReport(
            try subscriptions.map { try SubscriptionRow.rows(of: $0, in: store) },
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

    @OptionGroup var list: ListOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var missingLedger: StoreOptions.MissingLedger { add == nil ? .refused : .made }

    func report(in store: Store) throws -> CustomerReport {
        if let add { try store.customers.add(named: add) }
        return try CustomerReport(list, output, in: store)
    }
}
