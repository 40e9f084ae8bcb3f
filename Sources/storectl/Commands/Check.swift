import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct Check: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a .storekit file, without a ledger.",
        discussion: """
            No store opens with an error; a warning is a probable mistake. With --strict a \
            warning counts as an error, as continuous integration may require.
            """
    )

    @Argument(
        help: "The .storekit file. (default: $STOREKIT_CONFIGURATION)",
        completion: .file(extensions: ["storekit"])
    )
    var file: String?

    @Flag(help: "Exit with 1 if there are warnings.")
    var strict = false

    @OptionGroup var output: OutputOptions

    func report() throws -> CatalogReport {
        guard let path = file ?? Console.current.variable("STOREKIT_CONFIGURATION") else {
            throw Failure.missing(".storekit file", "Name one, or set STOREKIT_CONFIGURATION.")
        }
        let file = InputFile(path)
        return CatalogReport(path: file.name, catalog: try file.catalog(), isStrict: strict)
    }
}

/// The contents of a .storekit file, and its probable mistakes.
struct CatalogReport: Report {
    let path: String
    let catalog: Catalog
    let isStrict: Bool

    var isSuccess: Bool { !isStrict || catalog.warnings.isEmpty }

    private var subscriptionCount: Int {
        catalog.products.count { $0.subscription != nil }
    }

    var json: JSONValue {
        .object([
            "file": .string(path),
            "products": .number(catalog.products.count),
            "subscriptionGroups": .number(catalog.subscriptionGroups.count),
            "subscriptions": .number(subscriptionCount),
            "warnings": .array(catalog.warnings.map(\.json)),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let warnings = catalog.warnings.map { "\(style.yellow("warning:")) \($0)\n" }
        let list = style.list([
            ("products", "\(catalog.products.count)"),
            ("subscriptions", "\(subscriptionCount)"),
            ("groups", "\(catalog.subscriptionGroups.count)"),
            ("warnings", warnings.isEmpty ? "none" : "\(warnings.count)"),
        ])
        return warnings.joined() + list
    }
}
