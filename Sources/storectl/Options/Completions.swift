import ArgumentParser
import Foundation
import LocalAppStore

extension CompletionKind {
    /// The products of the .storekit file that the command line or the environment names.
    static let products = CompletionKind.custom { words, _, _ in
        catalog(named: words)?.products.map(\.id) ?? []
    }

    private static func catalog(named words: [String]) -> Catalog? {
        let option = words.firstIndex(of: "--config").flatMap { words.dropFirst($0 + 1).first }
        let path = option ?? Console.current.variable("STOREKIT_CONFIGURATION")
        return path.flatMap { try? Catalog(contentsOf: URL(fileURLWithPath: $0)) }
    }
}
