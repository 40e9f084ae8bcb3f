import ArgumentParser
import LocalAppStore

struct Products: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the products with their prices and offers."
    )

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> ProductReport {
        ProductReport(products: store.catalog.products, settings: try store.settings)
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

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> TransactionListReport {
        let ledger = try LedgerState(of: store, allCustomers: allCustomers)
        let transactions = ledger.transactions.filter { transaction in
            let entry = transaction.entry
            return entry.productID == product ?? entry.productID
                && entry.state == state ?? entry.state
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
