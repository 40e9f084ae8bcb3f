import Foundation

/// The public symbols of a module, as clients see them.
struct ModuleSymbols {
    /// The symbols that the module declares, an overloaded symbol once for each overload.
    var own: [String]
    /// Other members of its types: from Foundation, the standard library or the compiler.
    var inherited: [String]
}

extension ModuleSymbols {
    /// Extracts the symbols of a built module with the toolchain.
    static func extract(from module: String) async throws -> ModuleSymbols {
        try await Toolchain.withTemporaryFolder { folder in
            let options = ["-minimum-access-level", "public", "-output-dir", folder.path]
            let output = try await Toolchain.run(
                ["swift-symbolgraph-extract", "-module-name", module] + target
                    + Toolchain.searchOptions() + options
            )
            guard output.status == 0 else { throw Toolchain.Failure(reason: output.text) }
            let files = try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            )
            return try files.filter { file in file.path.hasSuffix(".symbols.json") }
                .map { try read($0, of: module) }.reduce(
                    into: ModuleSymbols(own: [], inherited: [])
                ) { sum, part in
                    sum.own += part.own
                    sum.inherited += part.inherited
                }
        }
    }

    private static func read(_ file: URL, of module: String) throws -> ModuleSymbols {
        try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
            .symbols(of: module)
    }

    private static var target: [String] {
        #if arch(arm64)
        ["-target", "aarch64-unknown-linux-gnu"]
        #else
        ["-target", "x86_64-unknown-linux-gnu"]
        #endif
    }
}

/// The part of the toolchain's symbol graph that lists a module's declarations.
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
