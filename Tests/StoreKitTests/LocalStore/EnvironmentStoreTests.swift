import Foundation
import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("The store that the environment names")
struct EnvironmentStoreTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
    private let products = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Products.storekit")

    @Test(
        "Without a configuration there is no store, and the error says what to set",
        arguments: [nil, ""]
    )
    func noConfiguration(path: String?) {
        let error = #expect(throws: EnvironmentError.noConfiguration) {
            try EnvironmentStore(path.map { ["STOREKIT_CONFIGURATION": $0] } ?? [:]).open()
        }
        #expect(error?.localizedDescription.contains("set STOREKIT_CONFIGURATION") == true)
        #expect(error?.localizedDescription.contains("SKTestSession") == true)
    }

    @Test("A missing configuration is named")
    func absentConfiguration() throws {
        let environment = ["STOREKIT_CONFIGURATION": "/nowhere/Shop.storekit"]
        let error = try #require(throws: (any Error).self) {
            try EnvironmentStore(environment).open()
        }
        #expect(
            error.localizedDescription == "Shop.storekit: there is no such file in /nowhere"
        )
    }

    @Test("A malformed configuration is named, and no ledger is made")
    func unreadableConfiguration() throws {
        try withFolder {
            let file = folder.appendingPathComponent("Shop.storekit")
            try Data("{".utf8).write(to: file)
            let ledger = folder.appendingPathComponent("Ledger")
            let environment = [
                "STOREKIT_CONFIGURATION": file.path, "STOREKIT_STORE": ledger.path,
            ]
            let error = try #require(throws: (any Error).self) {
                try EnvironmentStore(environment).open()
            }
            #expect(error.localizedDescription.contains("Shop.storekit"))
            #expect(!FileManager.default.fileExists(atPath: ledger.path))
        }
    }

    @Test("A fault plan is read, with the seed of the environment, and a wrong one is refused")
    func faults() throws {
        try withFolder {
            let plan = folder.appendingPathComponent("faults.json")
            let file = folder.appendingPathComponent("Shop.storekit")
            try Data(#"{"version": {"major": 4, "minor": 0}}"#.utf8).write(to: file)
            var environment = [
                "STOREKIT_CONFIGURATION": file.path,
                "STOREKIT_STORE": folder.appendingPathComponent("Ledger").path,
                "STOREKIT_FAULTS": plan.path,
            ]
            let text = #"{"seed": 1, "rules": [{"point": "payment", "failure": "FAILURE"}]}"#
            try Data(text.replacingOccurrences(of: "FAILURE", with: "networkDown").utf8)
                .write(to: plan)
            #expect(try EnvironmentStore(environment).open().faults.plan?.seed == 1)
            environment["STOREKIT_FAULT_SEED"] = "5"
            let expected = try FaultPlan(seed: 5, rules: [.at(.payment, .networkDown)])
            #expect(try EnvironmentStore(environment).open().faults.plan == expected)
            try Data(text.replacingOccurrences(of: "FAILURE", with: "noAnswer").utf8)
                .write(to: plan)
            #expect(throws: FaultPlan.RuleError.self) { try EnvironmentStore(environment).open() }
        }
    }

    @Test("Receipts are issued for the app and the device that the environment names")
    func givenApp() throws {
        let device = UUID()
        let app = try EnvironmentStore([
            "STOREKIT_BUNDLE_IDENTIFIER": "com.example.shop", "STOREKIT_APP_VERSION": "12",
            "STOREKIT_DEVICE_IDENTIFIER": device.uuidString,
        ]).app
        #expect(
            app
                == StoreApp(
                    bundleIdentifier: "com.example.shop",
                    version: "12",
                    deviceIdentifier: device
                )
        )
        #expect(try EnvironmentStore([:]).app == .current)
    }

    @Test("A device that is no UUID is named")
    func unknownDevice() throws {
        let error = #expect(throws: EnvironmentError.unknownDevice("my phone")) {
            try EnvironmentStore(["STOREKIT_DEVICE_IDENTIFIER": "my phone"]).app
        }
        #expect(error?.localizedDescription.contains("my phone") == true)
    }

    @Test("The system whose habits the store takes on is named, or refused by name")
    func systemHabits() throws {
        try withFolder {
            var environment = [
                "STOREKIT_CONFIGURATION": products.path,
                "STOREKIT_STORE": folder.appendingPathComponent("Ledger").path,
                "STOREKIT_SYSTEM_HABITS": "iOS27",
            ]
            #expect(try EnvironmentStore(environment).open().faults.systemHabits == .iOS27)
            environment["STOREKIT_SYSTEM_HABITS"] = "tvOS"
            let error = try #require(throws: (any Error).self) {
                try EnvironmentStore(environment).open()
            }
            #expect(error as? EnvironmentError == .unknownSystem("tvOS"))
            #expect(error.localizedDescription.contains("macOS26, iOS27, xcode, xcode27, sandbox"))
        }
    }

    @Test("With the habits of Xcode 27, the first process of a ledger gets no products")
    func firstProcess() throws {
        try withFolder {
            let environment = [
                "STOREKIT_CONFIGURATION": products.path,
                "STOREKIT_STORE": folder.appendingPathComponent("Ledger").path,
                "STOREKIT_SYSTEM_HABITS": "xcode27",
            ]
            let first = try EnvironmentStore(environment).open()
            #expect(first.faults.hidesProducts)
            let second = try EnvironmentStore(environment).open()
            #expect(!second.faults.hidesProducts)
        }
    }

    @Test("STOREKIT_STORE names the ledger, whatever the data folder")
    func givenLedger() {
        let environment = ["STOREKIT_STORE": "/data/Ledger", "XDG_DATA_HOME": "/elsewhere"]
        #expect(EnvironmentStore(environment).ledger.path == "/data/Ledger")
    }

    @Test("By default the ledger is in the user's data folder, under the app's name")
    func dataFolder() {
        let program = ProcessInfo.processInfo.processName
        let ledger = EnvironmentStore(["XDG_DATA_HOME": "/data"]).ledger
        #expect(ledger.path == "/data/\(program)/AppStore.ledger")
    }

    @Test(
        "The ledger of an app with a bundle identifier is under that",
        arguments: ["org.example.shop"]
    )
    func bundleIdentifier(name: String) {
        let store = EnvironmentStore(["XDG_DATA_HOME": "/data"], bundleIdentifier: name)
        #expect(store.ledger.path == "/data/org.example.shop/AppStore.ledger")
        let environment = ["XDG_DATA_HOME": "/data", "STOREKIT_BUNDLE_IDENTIFIER": name]
        #expect(EnvironmentStore(environment).ledger == store.ledger)
    }

    @Test("An opened store records its app in the ledger, for tools that open it")
    func recordedApp() throws {
        try withFolder {
            let environment = [
                "STOREKIT_CONFIGURATION": products.path, "XDG_DATA_HOME": folder.path,
                "STOREKIT_BUNDLE_IDENTIFIER": "org.example.shop", "STOREKIT_APP_VERSION": "3",
            ]
            let store = try EnvironmentStore(environment).open()
            #expect(try store.recordedApp == store.app)
            #expect(try store.recordedApp?.version == "3")
        }
    }

    @Test(
        "Without an absolute data folder, the one in the home folder is used",
        arguments: [nil, "", "relative/data"]
    )
    func home(data: String?) {
        let environment = data.map { ["XDG_DATA_HOME": $0, "STOREKIT_STORE": ""] } ?? [:]
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        let ledger = EnvironmentStore(environment, bundleIdentifier: "shop").ledger
        #expect(ledger.path == home + "/.local/share/shop/AppStore.ledger")
    }

    @Test("An opened store sells the configured products, and stores purchases for the next")
    func opening() throws {
        try withFolder {
            let environment = [
                "STOREKIT_CONFIGURATION": products.path, "XDG_DATA_HOME": folder.path,
            ]
            let id = "com.musevisions.SwiftyStoreKit.Purchase2"
            let entry = try EnvironmentStore(environment).open().buy(PaymentRequest(productID: id))
            let store = try EnvironmentStore(environment).open()
            #expect(try store.entries().map(\.id) == [entry.id])
            #expect(store.location == .file(EnvironmentStore(environment).ledger))
        }
    }

    @Test("A process acts for the customer that the environment names, who is added once")
    func customer() throws {
        try withFolder {
            var environment = [
                "STOREKIT_CONFIGURATION": products.path, "XDG_DATA_HOME": folder.path,
            ]
            let id = "com.musevisions.SwiftyStoreKit.Purchase2"
            try EnvironmentStore(environment).open().buy(PaymentRequest(productID: id))
            environment["STOREKIT_CUSTOMER"] = "ben"
            for count in 0...1 {
                let store = try EnvironmentStore(environment).open()
                #expect(try store.customer.name == "ben")
                #expect(try store.customers.all().count == 2)
                #expect(try store.entries().count == count)
                try store.buy(PaymentRequest(productID: id))
            }
        }
    }

    @Test(
        "Purchases are confirmed by default",
        arguments: [nil, "", "confirm"]
    )
    func confirming(value: String?) throws {
        #expect(try EnvironmentStore.dialogs(value).policyName == "confirm")
    }

    @Test("STOREKIT_DIALOGS can refuse purchases, or ask in the terminal")
    func otherDialogs() throws {
        #expect(try EnvironmentStore.dialogs("refuse").policyName == "refuse")
        #expect(try EnvironmentStore.dialogs("terminal").policyName == "ask")
    }

    @Test(
        "The opened store has the confirmation policy",
        arguments: [("refuse", true), ("confirm", false)]
    )
    func policy(value: String, isRefused: Bool) throws {
        try withFolder {
            let environment = [
                "STOREKIT_CONFIGURATION": products.path, "XDG_DATA_HOME": folder.path,
                "STOREKIT_DIALOGS": value,
            ]
            let store = try EnvironmentStore(environment).open()
            let id = "com.musevisions.SwiftyStoreKit.Purchase2"
            let entry = try store.pay(PaymentRequest(productID: id))
            #expect((entry.failure?.code == .paymentCancelled) == isRefused)
        }
    }

    @Test("Any other value is refused with the valid ones, before a ledger is made")
    func unknownDialogs() throws {
        try withFolder {
            let environment = [
                "STOREKIT_CONFIGURATION": products.path, "XDG_DATA_HOME": folder.path,
                "STOREKIT_DIALOGS": "sometimes",
            ]
            let error = #expect(throws: EnvironmentError.unknownDialogs("sometimes")) {
                try EnvironmentStore(environment).open()
            }
            let expected =
                "STOREKIT_DIALOGS is \"sometimes\"; it can be confirm, refuse or terminal"
            #expect(error?.localizedDescription == expected)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.isEmpty)
        }
    }

    private func withFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }
}

extension EnvironmentStore {
    fileprivate static func dialogs(_ value: String?) -> EnvironmentStore {
        EnvironmentStore(value.map { ["STOREKIT_DIALOGS": $0] } ?? [:])
    }

    fileprivate var policyName: String {
        get throws {
            switch try confirmationPolicy {
            case .confirm: "confirm"
            case .refuse: "refuse"
            case .ask: "ask"
            }
        }
    }
}
