import Foundation
import LocalAppStore
import StrictJSON

@testable import storectl

/// A folder with a small shop, in which a test runs commands; it is removed after the test.
final class Trial: Sendable {
    /// How a command ended, and what it wrote.
    struct Outcome {
        let status: ExitStatus
        let output: String
        let errors: String
    }

    let folder: URL
    let clock = StoreClock.manual(startingAt: Date(timeIntervalSince1970: 1_767_225_600))

    /// Makes the folder, and in it the ledger unless a command is to make it.
    init(hasLedger: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Self.shop, to: "Shop.storekit")
        guard hasLedger else { return }
        let ledger = folder.appendingPathComponent("shop.ledger")
        _ = try Store(catalog: Catalog(), at: .file(ledger), clock: clock)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a command line with a console of its own.
    @discardableResult
    func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        isTerminal: Bool = false,
        clock: StoreClock? = nil,
        input: String = ""
    ) -> Outcome {
        run(
            list: arguments,
            environment: environment,
            isTerminal: isTerminal,
            clock: clock,
            input: input
        )
    }

    /// Runs a command line that is a list.
    func run(
        list arguments: [String],
        environment: [String: String] = [:],
        isTerminal: Bool = false,
        clock: StoreClock? = nil,
        input: String = ""
    ) -> Outcome {
        let written = Written()
        var console = Console(
            environment: [
                "STOREKIT_CONFIGURATION": path("Shop.storekit"),
                "STOREKIT_STORE": path("shop.ledger"),
                "STOREKIT_BUNDLE_IDENTIFIER": "com.example.shop",
            ],
            clock: clock ?? self.clock,
            isOutputTerminal: isTerminal,
            isErrorTerminal: isTerminal,
            isInputTerminal: isTerminal,
            columns: 80,
            writeOutput: { written.append($0, isError: false) },
            writeError: { written.append($0, isError: true) },
            readLine: { input },
            readInput: { Data(input.utf8) }
        )
        console.environment.merge(environment) { _, new in new }
        let status = Console.$current.withValue(console) { Storectl.run(arguments) }
        return Outcome(status: status, output: written.output, errors: written.errors)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    /// The store that the commands open.
    func store() throws -> Store {
        try Store(
            catalog: Catalog(contentsOf: folder.appendingPathComponent("Shop.storekit")),
            at: .file(folder.appendingPathComponent("shop.ledger")),
            clock: clock,
            app: StoreApp(bundleIdentifier: "com.example.shop")
        )
    }
}

/// The output of a command.
private final class Written: @unchecked Sendable {
    // Unchecked because the lock guards both texts.
    private let lock = NSLock()
    private var texts = ["", ""]

    var output: String { lock.withLock { texts[0] } }
    var errors: String { lock.withLock { texts[1] } }

    func append(_ text: String, isError: Bool) {
        lock.withLock { texts[isError ? 1 : 0] += text }
    }
}

extension Trial.Outcome {
    /// The output as JSON; a string with the error if it is invalid.
    var json: JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONParser.parse(Array(output.utf8))
        } catch {
            return .string("\(error.reason) at \(error.offset)")
        }
    }

    /// A value in the JSON, by names and numbers.
    func value(_ path: String...) -> JSONValue? {
        path.reduce(json) { value, step in
            switch value {
            case .object(let members): members[step]
            case .array(let values): Int(step).flatMap { $0 < values.count ? values[$0] : nil }
            default: nil
            }
        }
    }
}

extension Trial {
    private static let shop = """
        {
          "products": [
            {"productID": "coins", "type": "Consumable", "displayPrice": "0.99",
             "localizations": [{"displayName": "Coins", "description": "", "locale": "en_US"}]},
            {"productID": "level", "type": "NonConsumable", "displayPrice": "2.99",
             "familyShareable": true, "_codeOffers": [{"referenceName": "Friends",
               "paymentMode": "oneTime", "displayPrice": "0.99", "eligibility": ["nonSpender"]}]}
          ],
          "subscriptionGroups": [{"id": "club", "name": "Club", "subscriptions": [
            {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
             "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
             "_seats": {"priceTiers": [{"minimumSeats": 1, "displayPrice": "4.99"}]},
             "adHocOffers": [{"offerID": "loyal", "paymentMode": "payAsYouGo",
               "subscriptionPeriod": "P1M", "numberOfPeriods": 2, "displayPrice": "0.49"}],
             "codeOffers": [{"referenceName": "Friends", "paymentMode": "free",
               "subscriptionPeriod": "P1W", "eligibility": ["new", "existing", "expired"]}],
             "winbackOffers": [{"offerID": "back", "paymentMode": "free",
               "subscriptionPeriod": "P1M"}]}
          ]}],
          "subscriptionOffersKeyPair": {
            "id": "A2E1039F",
            "privateKey": "\(privateKey)"
          },
          "version": {"major": 4, "minor": 0}
        }
        """

    /// A key that exists for tests alone, in Base64.
    private static let privateKey = """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfGjiv/hnu3I/n7iG3gW8gQ7bg8s8qxhjYZ5kMg4J\
        1iahRANCAAQkR1uBL6IsLYQQsb0nurnHyrkKnpdVFbRnqI6u2hbKvfZYuISDpHI8TyXM2o+HxTJkE+9WGBJYAuKl\
        /jP/QkaI
        """
}
