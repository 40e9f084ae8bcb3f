import ArgumentParser
import Foundation
import LocalAppStore

/// The .storekit file of a command.
struct CatalogOptions: ParsableArguments {
    @Option(
        help: .value("path", "The .storekit file. (default: $STOREKIT_CONFIGURATION)"),
        completion: .file(extensions: ["storekit"])
    )
    var config: String?

    /// The file that the user named, by the option or in the environment.
    var path: String? { config ?? Console.current.variable("STOREKIT_CONFIGURATION") }

    /// The products and settings of the file; its warnings are written to standard error.
    func catalog() throws -> Catalog {
        guard let path else {
            let advice = "Give --config, or set STOREKIT_CONFIGURATION."
            throw Failure.missing(".storekit file", advice)
        }
        let catalog = try InputFile(path).catalog()
        Console.current.warn(of: catalog.warnings)
        return catalog
    }
}

extension CompletionKind {
    /// The products of the .storekit file that the command line or the environment names.
    static let products = CompletionKind.custom { words, _, _ in
        let option = words.firstIndex(of: "--config").flatMap { words.dropFirst($0 + 1).first }
        let path = option ?? Console.current.variable("STOREKIT_CONFIGURATION")
        let catalog = path.flatMap { try? Catalog(contentsOf: URL(fileURLWithPath: $0)) }
        return catalog?.products.map(\.id) ?? []
    }
}
