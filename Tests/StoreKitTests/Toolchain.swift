import Foundation

/// The tools of the Swift toolchain, run on the modules that this test was built with.
enum Toolchain {
    struct Output {
        let status: Int32
        let text: String
    }

    /// The folder that holds `StoreKit.swiftmodule`, beside the running test.
    static func modulesFolder() throws -> URL {
        guard let executable = Bundle.main.executableURL else {
            throw Failure(reason: "the running test has no file")
        }
        let folder = executable.deletingLastPathComponent().appendingPathComponent("Modules")
        let module = folder.appendingPathComponent("StoreKit.swiftmodule")
        guard FileManager.default.fileExists(atPath: module.path) else {
            throw Failure(reason: "no module at \(module.path)")
        }
        return folder
    }

    /// Calls the function with an empty folder that lives as long as the call.
    static func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("StoreKitTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Runs a tool of the toolchain and waits for it; its two outputs come as one text.
    static func run(_ arguments: [String]) throws -> Output {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus,
            text: String(decoding: data, as: UTF8.self)
        )
    }

    /// The options with which a tool finds the module and the C modules below it.
    static func searchOptions() throws -> [String] {
        let modules = try modulesFolder()
        return ["-I", modules.path]
            + moduleMaps(near: modules).flatMap { map in
                ["-Xcc", "-fmodule-map-file=\(map.path)"]
            }
    }

    /// The options with which the compiler finds `PackageDescription`, which manifests import.
    static func manifestOptions() throws -> [String] {
        let output = try run(["swiftc", "-print-target-info"])
        guard let match = output.text.firstMatch(of: #/"runtimeResourcePath": "([^"]+)"/#) else {
            throw Failure(reason: output.text)
        }
        return ["-I", match.1 + "/pm/ManifestAPI"]
    }

    // A client of the module needs the C modules that the packages below it bring or have
    // generated.
    private static func moduleMaps(near modules: URL) -> [URL] {
        let products = modules.deletingLastPathComponent()
        let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
        let brought = moduleMaps(under: scratch.appendingPathComponent("checkouts"))
            .filter { map in map.path.contains("/Sources/") }
        let generated = moduleMaps(under: products)
        return brought + generated
    }

    private static func moduleMaps(under folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return files?.compactMap { file in file as? URL }
            .filter { file in file.lastPathComponent == "module.modulemap" } ?? []
    }
}

extension Toolchain {
    struct Failure: Error {
        let reason: String
    }
}
