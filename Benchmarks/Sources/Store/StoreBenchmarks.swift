import Dispatch
import Foundation

/// Measures the store: `launch-batch`, `purchases`, `million`, `years`, `renewals`, `catalog` or
/// `entitlements`, or all of them without an argument.
@main
enum StoreBenchmarks {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The main thread belongs to the main queue, on which observers are called.
        Thread.detachNewThread { run(arguments) }
        dispatchMain()
    }

    private static func run(_ arguments: [String]) {
        do {
            try start(arguments)
        } catch {
            complain("store-benchmarks: \(error.localizedDescription) (\(error))\n")
            exit(70)
        }
    }

    private static func start(_ arguments: [String]) throws {
        switch arguments.first {
        case "child": startChild(Array(arguments.dropFirst()))
        case nil:
            try measure([
                "launch-batch", "purchases", "million", "years", "renewals", "catalog",
                "entitlements",
            ])
        default: try measure(arguments)
        }
    }

    private static func startChild(_ arguments: [String]) {
        guard arguments.count == 2, let count = Int(arguments[1]) else { misused() }
        switch arguments[0] {
        case LaunchedApp.role: LaunchedApp.start(expecting: count)
        case OpeningApp.role: OpeningApp.start(expecting: count)
        default: misused()
        }
    }

    private static func measure(_ names: [String]) throws {
        for name in names {
            let shop = try Shop()
            defer { shop.remove() }
            switch name {
            case "launch-batch": try LaunchBatch(shop: shop).run()
            case "purchases": try Purchases(shop: shop).run()
            case "million": try Million(shop: shop).run()
            case "years": try Years(shop: shop).run()
            case "renewals": try Renewals(shop: shop).run()
            case "catalog": try LargeCatalog(shop: shop).run()
            case "entitlements": try Entitlements().run()
            default: misused()
            }
        }
        exit(0)
    }

    private static func misused() -> Never {
        complain(
            "usage: store-benchmarks "
                + "[launch-batch | purchases | million | years | renewals | catalog "
                + "| entitlements]...\n"
        )
        exit(64)
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
