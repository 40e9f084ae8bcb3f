import Foundation

/// A file that the tests of several targets read.
enum Fixture: String {
    case products = "Products.storekit"
    case empty = "Empty.storekit"
    case subscription = "Subscription.storekit"

    var url: URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").appendingPathComponent(rawValue)
    }
}
