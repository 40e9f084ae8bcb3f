import Foundation
import LocalAppStore

/// Files that real apps ship, kept beside the checkout; `STOREKIT_SAMPLES` may name another folder.
struct SampleCatalogs {
    let folder: URL

    init?() {
        guard let folder = Self.candidates.first(where: Self.hasIndex) else { return nil }
        self.folder = folder.resolvingSymlinksInPath()
    }

    var files: [URL] {
        get throws {
            let all = try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            )
            return all.filter { $0.pathExtension == "storekit" }
        }
    }

    /// The rows of the table in the index, one a file.
    var rows: [Row] {
        get throws {
            let text = try String(contentsOf: folder.appending(path: "INDEX.md"), encoding: .utf8)
            return text.split(separator: "\n").compactMap(Row.init(line:))
        }
    }

    private static var candidates: [URL] {
        if let path = ProcessInfo.processInfo.environment["STOREKIT_SAMPLES"] {
            return [URL(filePath: path, directoryHint: .isDirectory)]
        }
        let checkout = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return ["..", "../..", "../../.."].map {
            checkout.appending(path: "\($0)/shared/samples/storekit").standardized
        }
    }

    private static func hasIndex(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.md").path)
    }
}
