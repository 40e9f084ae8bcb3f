import ArgumentParser
import LocalAppStore
import StoreCommands

struct Products: CommonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the products with their prices and offers.",
        discussion: "It needs no ledger. If there is one, the prices are of its storefront."
    )

    @OptionGroup var list: ListOptions
    @OptionGroup var common: CommonOptions

    func report() throws -> ProductReport {
        let catalog = try options.configuration.catalog()
        let settings =
            options.hasLedger
            ? try options.open().settings : catalog.settings
        let products = list.excerpt(of: catalog.products, "products", output)
        return ProductReport(products, settings: settings)
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
    @OptionGroup var common: CommonOptions

    func report(in store: Store) throws -> ListReport<TransactionRow> {
        var query = TransactionListQuery()
        query.customerID = allCustomers ? nil : try store.customer.id
        query.productID = product
        query.state = state
        query.condition = condition
        let entries = try store.entries(query)
        return try ListReport(list, of: entries, output, in: store, showsCustomers: allCustomers)
    }
}

struct Subscriptions: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the subscriptions, also those that ended."
    )

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var list: ListOptions
    @OptionGroup var common: CommonOptions

    func report(in store: Store) throws -> ListReport<SubscriptionRow> {
        let id = allCustomers ? nil : try store.customer.id
        // Only JSON contains the timelines.
        let all = try store.subscriptions(ofCustomer: id, periodLimit: output.json ? 100 : 0)
        return try ListReport(list, of: all, output, in: store, showsCustomers: allCustomers)
    }
}

struct Customers: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the customers with their charges."
    )

    @Option(help: .value("name", "Adds a customer first."))
    var add: String?

    @OptionGroup var list: ListOptions
    @OptionGroup var common: CommonOptions

    var missingLedger: StoreOptions.MissingLedger { add == nil ? .refused : .made }

    func validate() throws {
        guard add != "" else { throw ValidationError("The name of a customer is not empty.") }
    }

    func report(in store: Store) throws -> ListReport<CustomerRow> {
        if let add { try store.customers.add(named: add) }
        return try ListReport(list, of: try store.customerBalances(), output, in: store)
    }
}
