import ArgumentParser
import Foundation
import LocalAppStore

/// The store of a command.
struct StoreOptions: ParsableArguments {
    @OptionGroup var configuration: CatalogOptions

    @Option(
        name: .customLong("store"),
        help: .value("path", "The ledger. (default: $STOREKIT_STORE, or that of the app)"),
        completion: .file()
    )
    var ledger: String?

    @Option(help: .value("name", "The customer. (default: $STOREKIT_CUSTOMER, or the first)"))
    var customer: String?

    @Option(
        name: .customLong("bundle-id"),
        help: .value(
            "identifier",
            "The app. (default: $STOREKIT_BUNDLE_IDENTIFIER, or the app that last used the ledger)"
        )
    )
    var bundleIdentifier: String?

    var namedBundleIdentifier: String? {
        bundleIdentifier ?? Console.current.variable("STOREKIT_BUNDLE_IDENTIFIER")
    }

    var namesCustomer: Bool { customerName != nil }

    /// The customer that the user named; `nil` for the first.
    private var customerName: String? {
        customer ?? Console.current.variable("STOREKIT_CUSTOMER")
    }
}

extension StoreOptions {
    /// The behavior without a ledger.
    enum MissingLedger {
        /// Throws, because the name is probably wrong.
        case refused
        /// Makes the ledger, and writes a note.
        case made
        /// Makes the ledger, which is removed at the end of the command.
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

    /// Opens the store; throws unless the app is known, for which documents are issued.
    func openForApp(entry id: Int64? = nil, missing: MissingLedger = .refused) throws -> Store {
        let store = try id.map(open(forEntry:)) ?? open(missing: missing)
        guard try namedBundleIdentifier != nil || store.recordedApp != nil else {
            let advice = "Give --bundle-id, or set STOREKIT_BUNDLE_IDENTIFIER."
            throw Failure.missing("bundle identifier", advice)
        }
        return store
    }

    /// Names everything that is missing to serve an app, before a ledger is made.
    func checkForServing() throws {
        let missing = [
            configuration.path != nil
                ? nil : "--config PATH (STOREKIT_CONFIGURATION), the .storekit file",
            (try? ledgerFile()) != nil ? nil : "--store PATH (STOREKIT_STORE), the ledger",
            hasLedger || namedBundleIdentifier != nil
                ? nil : "--bundle-id IDENTIFIER (STOREKIT_BUNDLE_IDENTIFIER), the app",
        ]
        .compactMap { $0 }
        guard !missing.isEmpty else { return }
        let advice = "Give " + missing.joined(separator: ", and ") + "."
        throw Failure.missing("ledger or .storekit file to serve", advice)
    }

    var hasLedger: Bool {
        (try? ledgerFile()).map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }

    private func openForFirst(_ missing: MissingLedger) throws -> Store {
        let (catalog, file) = (try configuration.catalog(), try ledgerFile())
        let isThere = hasLedger
        guard isThere || missing != .refused else {
            let advice = "Name another with --store; the app, or storectl buy, makes one."
            throw Failure(.missingFile, "There is no ledger \(file.path).", suggestion: advice)
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

    /// The file of the ledger, whether or not it exists.
    func ledgerFile() throws -> URL {
        if let ledger { return URL(fileURLWithPath: ledger) }
        let environment = Console.current.environment.filter { !$0.value.isEmpty }
        if let name = namedBundleIdentifier {
            return StoreLocation.ledger(in: environment, appName: name)
        }
        guard let path = environment["STOREKIT_STORE"] else {
            let advice = "Give --store or --bundle-id, or set STOREKIT_STORE."
            throw Failure.missing("ledger", advice)
        }
        return URL(fileURLWithPath: path)
    }
}

/// The options of a command that opens a store and reports.
struct CommonOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
}

/// A command that may open a store.
protocol CommonCommand: ReportingCommand {
    var common: CommonOptions { get }
}

extension CommonCommand {
    var options: StoreOptions { common.store }
    var output: OutputOptions { common.output }
}

/// A command that opens a store.
protocol StoreCommand: CommonCommand {
    associatedtype Output

    var missingLedger: StoreOptions.MissingLedger { get }

    func report(in store: Store) throws -> Output
}

extension StoreCommand {
    var missingLedger: StoreOptions.MissingLedger { .refused }

    func report() throws -> Output {
        try report(suggestingIn: try options.open(missing: missingLedger))
    }

    /// Reports, and suggests a product in place of an unknown one.
    func report(suggestingIn store: Store) throws -> Output {
        do {
            return try report(in: store)
        } catch {
            throw error.suggestingProduct(of: store.catalog)
        }
    }
}

extension Store {
    func customer(named name: String) throws -> Customer {
        let all = try customers.all()
        guard let customer = all.first(where: { $0.name == name }) else {
            let otherwise = "storectl customers --add NAME adds one."
            let advice = all.map(\.name).suggestion(for: name, otherwise: otherwise)
            throw Failure(.refused, "The store has no customer \"\(name)\".", suggestion: advice)
        }
        return customer
    }
}

extension Error {
    /// The error, with the product that was probably meant if the catalog does not contain it.
    func suggestingProduct(of catalog: Catalog) -> any Error {
        guard case .unknownProduct(let name)? = self as? StoreError,
            let meant = catalog.products.map(\.id).closest(to: name)
        else { return self }
        let advice = "Did you mean \(meant)? storectl products lists the products."
        return Failure(.refused, "The store has no product \(name)", suggestion: advice)
    }
}
