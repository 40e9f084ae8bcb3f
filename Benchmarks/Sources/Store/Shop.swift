import Foundation
import LocalAppStore

/// A folder with a configuration file and the ledgers of one measurement.
struct Shop {
    let folder: URL
    let configuration: URL
    let catalog: Catalog

    static let coins = "coins"
    static let monthly = "monthly"
    static let toolCount = 20

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("store-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        configuration = folder.appendingPathComponent("Shop.storekit")
        try Data(Self.text.utf8).write(to: configuration)
        catalog = try Catalog(contentsOf: configuration)
    }

    static func tool(_ number: Int) -> String { "tool\(number)" }

    func ledger(_ name: String) -> URL {
        folder.appendingPathComponent("\(name).ledger")
    }

    func store(_ name: String) throws -> Store {
        try Store(catalog: catalog, at: .file(ledger(name)))
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static var text: String {
        let tools = (0..<toolCount).map { product(tool($0), "NonConsumable") }
        let products = [product(coins, "Consumable")] + tools
        return """
            {
              "identifier": "B0B0B0B0",
              "products": [\(products.joined(separator: ",\n"))],
              "settings": {},
              "subscriptionGroups": [{
                "id": "A1", "localizations": [], "name": "Club",
                "subscriptions": [{
                  "displayPrice": "4.99", "groupNumber": 1, "internalID": "M1", "localizations": [],
                  "productID": "\(monthly)", "recurringSubscriptionPeriod": "P1M",
                  "referenceName": "Monthly", "subscriptionGroupID": "A1",
                  "type": "RecurringSubscription"
                }]
              }],
              "version": {"major": 4, "minor": 0}
            }
            """
    }

    private static func product(_ id: String, _ type: String) -> String {
        """
        {"displayPrice": "0.99", "internalID": "\(id)", "localizations": [
          {"description": "It is \(id).", "displayName": "\(id)", "locale": "en_US"}],
         "productID": "\(id)", "referenceName": "\(id)", "type": "\(type)"}
        """
    }
}
