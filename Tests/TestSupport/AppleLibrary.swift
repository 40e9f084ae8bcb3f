import Foundation

/// Apple's server library, called by tests through scripts in Python.
///
/// `Scripts/check.sh` runs them with a Python that has it.
public enum AppleLibrary {
    /// The path of the Python; `nil` if there is none.
    public static let python = ProcessInfo.processInfo.environment["APPLE_CLIENT_PYTHON"]

    private static let scripts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/AppleLibrary")

    /// Runs a script with a file of facts; returns its status, and what it says.
    public static func run(
        _ script: String,
        facts: [String: Any]
    ) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("facts.json")
        try JSONSerialization.data(withJSONObject: facts).write(to: file)
        // What the script says goes to a file, which never blocks it.
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        let arguments = [scripts.appendingPathComponent(script).path, file.path]
        let status = try await run(arguments, output: try FileHandle(forWritingTo: output))
        return (status, try String(contentsOf: output, encoding: .utf8))
    }

    private static func run(_ arguments: [String], output: FileHandle) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python ?? "")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { continuation.yield($0.terminationStatus) }
        try process.run()
        for await status in ends { return status }
        return -1
    }
}
