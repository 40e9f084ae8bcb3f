import Foundation
import LocalAppStore

/// A `.storekit` file that a test identifies by its URL or its name.
struct ConfigurationFile {
    let url: URL

    init(url: URL) {
        self.url = url
    }

    /// Finds the file beside the program, in the resource bundles there, or in the current folder.
    init(named name: String) throws {
        let file = name.hasSuffix(".storekit") ? name : name + ".storekit"
        let candidates = Self.folders.map { $0.appendingPathComponent(file) }
        guard
            let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) })
        else {
            throw SKTestError(
                .fileNotFound,
                "\(file) is not in any of: " + candidates.map(\.path).joined(separator: ", ")
            )
        }
        url = found
    }

    /// The catalog of the file.
    var catalog: Catalog {
        get throws {
            do {
                return try Catalog(contentsOf: url)
            } catch {
                guard url.isFileURL else {
                    throw SKTestError(.invalidURL, error.localizedDescription, because: error)
                }
                guard FileManager.default.fileExists(atPath: url.path) else {
                    throw SKTestError(.fileNotFound, error.localizedDescription, because: error)
                }
                throw error
            }
        }
    }

    private static var folders: [URL] {
        let program = Bundle.main.bundleURL
        // Names alone: the variant with URLs fails if a file disappears while it looks at each.
        let names = try? FileManager.default.contentsOfDirectory(atPath: program.path)
        let bundles = (names ?? []).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        return [program] + bundles.sorted().map(program.appendingPathComponent) + [current]
    }
}
