import ArgumentParser
import Foundation
import LocalAppStore

/// The form of a command's output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON document.")
    var json = false
}

/// Which store a command opens.
struct StoreOptions: ParsableArguments {
    @OptionGroup var configuration: CatalogOptions

    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "The ledger. (default: $STOREKIT_STORE, or that of the app)",
            valueName: "path"
        ),
        completion: .file()
    )
    var ledger: String?

    @Option(
        help: ArgumentHelp(
            "The customer. (default: $STOREKIT_CUSTOMER, or the first)",
            valueName: "name"
        )
    )
    var customer: String?

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "The app. (default: $STOREKIT_BUNDLE_IDENTIFIER, or the app that last used the ledger)",
            valueName: "identifier"
        )
    )
    var bundleIdentifier: String?

    /// The app that the user named.
    var namedBundleIdentifier: String? {
        bundleIdentifier ?? Console.current.variable("STOREKIT_BUNDLE_IDENTIFIER")
    }

    /// Whether the user named a customer.
    var namesCustomer: Bool { customerName != nil }

    /// The customer that the user named; `nil` for the first.
    private var customerName: String? {
        customer ?? Console.current.variable("STOREKIT_CUSTOMER")
    }
}

// Opening.
extension StoreOptions {
    /// What opening does where there is no ledger.
    enum MissingLedger {
        /// Throws: a command that reads, or changes what is there, has found a wrong name.
        case refused
        /// Makes the ledger, and says so.
        case made
        /// Makes the ledger, which is removed with the command.
        case temporary
        /// Uses an empty ledger in memory.
        case replaced
    }

    /// Opens the store, for the customer.
    func open(missing: MissingLedger = .refused) throws -> Store {
        let store = try openForFirst(missing)
        guard let name = customerName else { return store }
        return try store.customers.acting(for: try store.customer(named: name).id)
    }

    /// Opens the store for the customer of a transaction, unless the user named one.
    func open(forEntry id: Int64) throws -> Store { try acting(forEntry: id, in: try open()) }

    /// Returns the store of the customer of a transaction, unless the user named one.
    func acting(forEntry id: Int64, in store: Store) throws -> Store {
        guard customerName == nil, let customer = try store.customers.customer(ofEntry: id) else {
            return store
        }
        return try store.customers.acting(for: customer.id)
    }

    /// Opens the store, and knows the app that documents are issued for.
    func openForApp(entry id: Int64? = nil, missing: MissingLedger = .refused) throws -> Store {
        let store = try id.map(open(forEntry:)) ?? open(missing: missing)
        let isKnown = try namedBundleIdentifier != nil || store.recordedApp != nil
        guard isKnown else {
            throw Failure(
                .usage,
                "Missing bundle identifier.",
                suggestion: "Give --bundle-id, or set STOREKIT_BUNDLE_IDENTIFIER."
            )
        }
        return store
    }

    /// Names at once all that is missing to serve an app, before a ledger is made.
    func checkForServing() throws {
        let ledger = try? ledgerFile()
        let hasLedger = ledger.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
        let missing = [
            configuration.path != nil
                ? nil : "--config PATH (STOREKIT_CONFIGURATION), the .storekit file",
            ledger != nil ? nil : "--store PATH (STOREKIT_STORE), the ledger",
            hasLedger || namedBundleIdentifier != nil
                ? nil : "--bundle-id IDENTIFIER (STOREKIT_BUNDLE_IDENTIFIER), the app",
        ]
        .compactMap { $0 }
        guard !missing.isEmpty else { return }
        throw Failure(
            .usage,
            "Missing ledger or .storekit file to serve.",
            suggestion: "Give " + missing.joined(separator: ", and ") + "."
        )
    }

    private func openForFirst(_ missing: MissingLedger) throws -> Store {
        let (catalog, file) = (try catalog(), try ledgerFile())
        let isThere = FileManager.default.fileExists(atPath: file.path)
        guard isThere || missing != .refused else {
            throw Failure(
                .missingFile,
                "There is no ledger \(file.path).",
                suggestion: "Name another with --store; the app, or storectl buy, makes one."
            )
        }
        let store = try Store(
            catalog: catalog,
            at: isThere || missing != .replaced ? .file(file) : .memory,
            clock: Console.current.clock
        )
        if !isThere, missing == .made { Console.current.note("Made the ledger \(file.path).") }
        SettlementLine.show(in: store)
        var app = try store.recordedApp ?? store.app
        app.bundleIdentifier = namedBundleIdentifier ?? app.bundleIdentifier
        store.app = app
        return store
    }

    /// The products and settings of the .storekit file.
    func catalog() throws -> Catalog { try configuration.catalog() }

    /// The file of the ledger, whether or not it exists.
    func ledgerFile() throws -> URL {
        if let ledger { return URL(fileURLWithPath: ledger) }
        let environment = Console.current.environment.filter { !$0.value.isEmpty }
        if let name = namedBundleIdentifier {
            return StoreLocation.ledger(in: environment, appName: name)
        }
        guard let path = environment["STOREKIT_STORE"] else {
            throw Failure(
                .usage,
                "Missing ledger.",
                suggestion: "Give --store or --bundle-id, or set STOREKIT_STORE."
            )
        }
        return URL(fileURLWithPath: path)
    }
}

/// A command that opens a store.
protocol StoreCommand: ReportingCommand {
    associatedtype Output

    var options: StoreOptions { get }
    /// What the command does where there is no ledger.
    var missingLedger: StoreOptions.MissingLedger { get }

    func report(in store: Store) throws -> Output
}

extension StoreCommand {
    var missingLedger: StoreOptions.MissingLedger { .refused }

    func report() throws -> Output {
        try report(suggestingIn: try options.open(missing: missingLedger))
    }

    /// Reports, and suggests a product for one that the catalog does not have.
    func report(suggestingIn store: Store) throws -> Output {
        do {
            return try report(in: store)
        } catch {
            throw error.suggestingProduct(of: store.catalog)
        }
    }
}

extension Store {
    /// Returns the customer with a name.
    func customer(named name: String) throws -> Customer {
        let all = try customers.all()
        guard let customer = all.first(where: { $0.name == name }) else {
            let advice = Suggestion(
                for: name,
                among: all.map(\.name),
                otherwise: "storectl customers --add NAME adds one."
            )
            throw Failure(
                .refused,
                "The store has no customer \"\(name)\".",
                suggestion: advice.text
            )
        }
        return customer
    }
}

extension Error {
    /// The error with the product that was probably meant, if it is about one that a catalog does
    /// not have.
    func suggestingProduct(of catalog: Catalog) -> any Error {
        guard case .unknownProduct(let name)? = self as? StoreError,
            let meant = catalog.products.map(\.id).closest(to: name)
        else { return self }
        return Failure(
            .refused,
            "The store has no product \(name)",
            suggestion: "Did you mean \(meant)? storectl products lists the products."
        )
    }
}
