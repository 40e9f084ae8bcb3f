import Foundation

/// The part of the toolchain's symbol graph that tells what a module declares.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable {
            let precise: String
        }

        struct Kind: Decodable {
            let identifier: String
        }

        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

extension SymbolGraph {
    /// The symbols, without default implementations, which repeat the methods that they implement.
    func symbols(of module: String) -> ModuleSymbols {
        let defaults = Set(edges(of: "defaultImplementationOf").map(\.source))
        let listed = symbols.filter { symbol in
            !symbol.isUnderscored && !defaults.contains(symbol.identifier.precise)
        }
        let overrides = foreignOverrides(in: module)
        let isOwn = { (symbol: Symbol) in
            declares(module, symbol.identifier.precise)
                && (symbol.isInitializer || !overrides.contains(symbol.identifier.precise))
        }
        return ModuleSymbols(
            own: listed.filter(isOwn).map(\.path),
            inherited: listed.filter { symbol in !isOwn(symbol) }.map(\.path)
        )
    }

    private func foreignOverrides(in module: String) -> Set<String> {
        let foreign = edges(of: "overrides").filter { edge in !declares(module, edge.target) }
        return Set(foreign.map(\.source))
    }

    private func edges(of kind: String) -> [Relationship] {
        relationships.filter { edge in edge.kind == kind }
    }

    // A symbol that a type has from elsewhere is named for where it is declared, then for the type.
    private func declares(_ module: String, _ identifier: String) -> Bool {
        let end = identifier.range(of: "::SYNTHESIZED::")?.lowerBound ?? identifier.endIndex
        return identifier[..<end].contains("\(module.count)\(module)")
    }
}

extension SymbolGraph.Symbol {
    fileprivate var path: String { pathComponents.joined(separator: ".") }
    fileprivate var isUnderscored: Bool { pathComponents.contains { $0.hasPrefix("_") } }
    fileprivate var isInitializer: Bool { kind.identifier == "swift.init" }
}
