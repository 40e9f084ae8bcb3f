import Foundation

/// A file of what a person should see.
enum Snapshot {
    static func text(_ name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent()
            .appendingPathComponent("Snapshots/\(name).txt")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
