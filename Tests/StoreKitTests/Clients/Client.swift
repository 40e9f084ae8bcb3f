import Foundation

/// A source file of somebody else's package that imports a single module.
struct Client {
    var module = "StoreKit"
    let source: String
    var languageMode = "6"

    /// Compiles the source without running it, and returns what the compiler says of it.
    func diagnostics() throws -> [String] {
        try Toolchain.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("Client.swift")
            try Data("import \(module)\n\(source)".utf8).write(to: file)
            let output = try Toolchain.run(
                ["swiftc", "-emit-sil", "-parse-as-library", "-swift-version", languageMode]
                    + Toolchain.searchOptions() + [file.path, "-o", file.path + ".sil"]
            )
            let lines = output.text.split(separator: "\n").map(String.init)
                .filter { line in line.hasPrefix(file.path) || line.hasPrefix("<unknown>") }
            guard output.status == 0 || !lines.isEmpty else {
                throw Toolchain.Failure(reason: output.text)
            }
            return lines
        }
    }
}
