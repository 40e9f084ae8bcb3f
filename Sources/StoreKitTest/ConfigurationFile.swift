import Foundation
package import LocalAppStore
import StoreKit

/// A `.storekit` file that a test identifies by its URL or its name.
struct ConfigurationFile {
    let url: URL

    init(url: URL) {
        self.url = url
    }

    /// Finds the file in the resources of a test's module, beside the program, in the other
    /// resource bundles there, or in the current folder.
    ///
    /// All tests of a package are one program, so that other modules may have a file of the name.
    init(named name: String, ofModule module: String?) throws {
        let file = name.hasSuffix(".storekit") ? name : name + ".storekit"
        let places = Self.places.map { $0.appendingPathComponent(file) }
        let found = places.filter { FileManager.default.fileExists(atPath: $0.path) }
        let own = found.filter { module.map($0.deletingLastPathComponent().isBundle) ?? false }
        // Targets' names may end alike; the module's own folder has the shortest path.
        guard let first = own.min(by: { $0.path.count < $1.path.count }) ?? found.first else {
            throw SKTestError(.fileNotFound, Self.absence(of: file, in: places))
        }
        if own.isEmpty { Self.warnIfOthersDiffer(from: first, found) }
        url = first
    }

    /// The catalog of the file.
    var catalog: Catalog {
        get throws {
            do {
                return try Catalog(contentsOf: url)
            } catch  where !url.isFileURL {
                throw SKTestError(.invalidURL, error.localizedDescription, because: error)
            } catch  where !FileManager.default.fileExists(atPath: url.path) {
                throw SKTestError(.fileNotFound, error.localizedDescription, because: error)
            }
        }
    }
}

// The places in which a configuration file is searched for.
extension ConfigurationFile {
    private static var places: [URL] {
        let program = Bundle.main.bundleURL
        let bundles = names(in: program).filter {
            $0.hasSuffix(".resources") || $0.hasSuffix(".bundle")
        }
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        return [program] + bundles.sorted().map(program.appendingPathComponent) + [current]
    }

    // Names alone: the variant with URLs fails if a file disappears while it looks at each.
    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private static func absence(of file: String, in places: [URL]) -> String {
        let present = Set(places.flatMap { names(in: $0.deletingLastPathComponent()) })
        let meant = present.filter { $0.hasSuffix(".storekit") }.sorted().closest(to: file)
        return (meant.map { "\(file) is missing. Did you mean \"\($0)\"? It" } ?? file)
            + " is not in any of: " + places.map(\.path).joined(separator: ", ")
    }

    private static func warnIfOthersDiffer(from first: URL, _ found: [URL]) {
        let content = FileManager.default.contents
        guard let other = found.first(where: { content($0.path) != content(first.path) }) else {
            return
        }
        // The diagnostics of a test that only begins have no handler.
        StoreDiagnostics.shared.reportOnce(
            """
            Two files named \(first.lastPathComponent) differ, and the session takes the first: \
            \(first.path), \(other.path). Give each a name of its own, or name one by its URL, as \
            in .store(contentsOf:).
            """
        )
    }
}

extension URL {
    /// Whether this is SwiftPM's bundle of a module's resources, as `Shop_ShopTests.resources`.
    fileprivate func isBundle(ofModule module: String) -> Bool {
        deletingPathExtension().lastPathComponent.replacingOccurrences(of: "-", with: "_")
            .hasSuffix("_" + module)
    }
}

extension SKTestSession {
    /// Makes a session of a file that is searched for, with a clock.
    ///
    /// The default is the module of the running test.
    package convenience init(
        configurationFileNamed filename: String,
        ofModule module: String? = nil,
        clock: StoreClock
    ) throws {
        let file = try ConfigurationFile(
            named: filename,
            ofModule: RunningTest.moduleName ?? module
        )
        try self.init(contentsOf: file.url, clock: clock)
    }
}
