import Foundation

/// The part of the toolchain's symbol graphs with what the library declares for its clients.
struct PublicSymbols: Decodable {
    let symbols: [Symbol]
    let relationships: [Relationship]

    struct Symbol: Decodable {
        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
    }

    struct Kind: Decodable {
        let identifier: String
    }

    struct Identifier: Decodable {
        let precise: String
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
    }

    /// The names of all public symbols, such as `Purchase.productId`, an overloaded one once for
    /// each overload.
    static func names() async throws -> [String] {
        try await Toolchain.withTemporaryFolder { folder in
            let output = try await Toolchain.run(
                ["swift-symbolgraph-extract", "-module-name", "SwiftyStoreKit"]
                    + ["-target", target, "-minimum-access-level", "public"]
                    + ["-output-dir", folder.path] + Toolchain.searchOptions()
            )
            guard output.status == 0 else { throw Toolchain.Failure(reason: output.text) }
            return try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            ).flatMap(read)
        }
    }

    // A file of its own holds what the library adds to another module's types.
    private static func read(_ file: URL) throws -> [String] {
        let graph = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        let isExtension = file.lastPathComponent.contains("@")
        let defaults = Set(
            graph.relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.source)
        )
        return graph.symbols.filter { symbol in
            // An operator cannot be named with its type's name; the conformance stands for it.
            symbol.kind.identifier != "swift.func.op"
                && !defaults.contains(symbol.identifier.precise)
                && (isExtension || symbol.identifier.isOwn)
        }.map { $0.pathComponents.joined(separator: ".") }
    }

    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }
}

extension PublicSymbols.Identifier {
    // A symbol that a type has from elsewhere is named for where it is declared, then for the type.
    fileprivate var isOwn: Bool {
        let end = precise.range(of: "::SYNTHESIZED::")?.lowerBound ?? precise.endIndex
        return precise[..<end].contains("14SwiftyStoreKit")
    }
}
