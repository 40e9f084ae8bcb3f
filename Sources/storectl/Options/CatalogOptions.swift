import ArgumentParser
import Foundation
import LocalAppStore

/// Which .storekit file a command reads.
struct CatalogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The .storekit file. (default: $STOREKIT_CONFIGURATION)",
            valueName: "path"
        ),
        completion: .file(extensions: ["storekit"])
    )
    var config: String?

    /// The file that the user named, by the option or in the environment.
    var path: String? { config ?? Console.current.variable("STOREKIT_CONFIGURATION") }

    /// The products and settings of the file; its warnings are written to standard error.
    func catalog() throws -> Catalog {
        let console = Console.current
        guard let path else {
            throw Failure(
                .usage,
                "Missing .storekit file.",
                suggestion: "Give --config, or set STOREKIT_CONFIGURATION."
            )
        }
        let catalog = try InputFile(path).catalog()
        console.warn(of: catalog.warnings)
        return catalog
    }
}
