import Foundation

/// The public symbols of the module, as clients see them.
struct ModuleSymbols {
    /// What the module declares itself, an overloaded symbol once for each overload.
    var own: [String]
    /// What else its types have: from Foundation, from the standard library, or from the compiler.
    var inherited: [String]
}

extension ModuleSymbols {
    /// Has the toolchain describe a built module.
    static func extract(from module: String) throws -> ModuleSymbols {
        try Toolchain.withTemporaryFolder { folder in
            let options = ["-minimum-access-level", "public", "-output-dir", folder.path]
            let output = try Toolchain.run(
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
