import Foundation
import LocalAppStore

/// The store that the environment variables name.
///
/// - `STOREKIT_CONFIGURATION` is the path of a `.storekit` file.
/// - `STOREKIT_STORE` is the path of the ledger; by default it is in the user's data folder, under
///   the app's bundle identifier.
/// - `STOREKIT_CUSTOMER` is the name of the customer that the process acts for, who is added to the
///   ledger if need be; by default the first.
/// - `STOREKIT_DIALOGS` is `confirm`, the default, `refuse`, or `terminal`, which asks on standard
///   output and reads the answer from standard input.
/// - `STOREKIT_BUNDLE_IDENTIFIER` and `STOREKIT_APP_VERSION` identify the app that receipts are
///   issued for; by default the program's bundle. The ledger records them.
/// - `STOREKIT_DEVICE_IDENTIFIER` is the device that receipts are issued for, a UUID in place of
///   `identifierForVendor`.
/// - `STOREKIT_FAULTS` is the path of a `FaultPlan` in JSON, the planned failures of the store. A
///   crash kills the process. `STOREKIT_FAULT_SEED` replaces the plan's seed.
/// - `STOREKIT_SYSTEM_HABITS` is a value of `SystemHabits`, such as `iOS27`: the system that the
///   store behaves like.
struct EnvironmentStore {
    private let environment: [String: String]
    private let appName: String

    /// An empty variable counts as not set.
    init(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        bundleIdentifier: String? = Bundle.main.bundleIdentifier
    ) {
        self.environment = environment.filter { !$0.value.isEmpty }
        appName =
            self.environment["STOREKIT_BUNDLE_IDENTIFIER"] ?? bundleIdentifier
            ?? ProcessInfo.processInfo.processName
    }

    func open() throws -> Store {
        guard let configuration = environment["STOREKIT_CONFIGURATION"] else {
            throw EnvironmentError.noConfiguration
        }
        let catalog = try Catalog(contentsOf: URL(fileURLWithPath: configuration))
        let policy = try confirmationPolicy
        let faults = try FaultPlan(from: environment)
        let habits = try systemHabits
        let isFirstLaunch = !FileManager.default.fileExists(atPath: ledger.path)
        var store = try Store(catalog: catalog, at: .file(ledger), app: try app)
        try store.recordApp()
        if let customer = environment["STOREKIT_CUSTOMER"] {
            store = try store.customers.acting(addingIfNeeded: customer)
        }
        store.faults.plan = faults
        store.faults.systemHabits = habits
        if !isFirstLaunch { store.faults.noteLaunch() }
        store.faults.onCrash { kill(getpid(), SIGKILL) }
        store.confirmationPolicy = policy
        return store
    }

    var ledger: URL {
        StoreLocation.ledger(in: environment, appName: appName)
    }

    var confirmationPolicy: ConfirmationPolicy {
        get throws(EnvironmentError) {
            switch environment["STOREKIT_DIALOGS"] {
            case nil, "confirm": .confirm
            case "refuse": .refuse
            case "terminal": .ask(TerminalDialog().confirms)
            case .some(let other): throw .unknownDialogs(other)
            }
        }
    }

    private var systemHabits: SystemHabits? {
        get throws(EnvironmentError) {
            guard let text = environment["STOREKIT_SYSTEM_HABITS"] else { return nil }
            guard let habits = SystemHabits(rawValue: text) else { throw .unknownSystem(text) }
            return habits
        }
    }

    /// The app that receipts are issued for.
    var app: StoreApp {
        get throws(EnvironmentError) {
            var app = StoreApp.current
            app.bundleIdentifier =
                environment["STOREKIT_BUNDLE_IDENTIFIER"] ?? app.bundleIdentifier
            app.version = environment["STOREKIT_APP_VERSION"] ?? app.version
            if let text = environment["STOREKIT_DEVICE_IDENTIFIER"] {
                guard let device = UUID(uuidString: text) else { throw .unknownDevice(text) }
                app.deviceIdentifier = device
            }
            return app
        }
    }
}

/// An error in the environment variables that name a store.
package enum EnvironmentError: Error, Equatable, LocalizedError {
    case noConfiguration
    case unknownDialogs(String)
    case unknownDevice(String)
    case unknownSystem(String)

    package var errorDescription: String? {
        switch self {
        case .noConfiguration:
            "No store: set STOREKIT_CONFIGURATION to the path of a .storekit file, "
                + "or make an SKTestSession"
        case .unknownDialogs(let value):
            "STOREKIT_DIALOGS is \"\(value)\"; it can be confirm, refuse or terminal"
        case .unknownDevice(let value):
            "STOREKIT_DEVICE_IDENTIFIER is \"\(value)\"; it must be a UUID"
        case .unknownSystem(let value):
            "STOREKIT_SYSTEM_HABITS is \"\(value)\"; it can be "
                + SystemHabits.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }
}
