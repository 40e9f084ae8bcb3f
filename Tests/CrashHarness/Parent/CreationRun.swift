import Foundation
import LocalAppStore

/// Repeatedly starts several processes that create one ledger at the same time.
struct CreationRun {
    let folder: URL
    private(set) var problems: [Problem] = []
    private var created = 0

    private let count: Int
    private let processes: Int
    private let catalogFile: URL
    private let catalog: Catalog

    init(count: Int, processes: Int, catalog: URL) throws {
        self.count = count
        self.processes = processes
        catalogFile = catalog
        self.catalog = try Catalog(contentsOf: catalog)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("crash-harness-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    mutating func run() throws {
        for number in 0..<count {
            try create(folder.appendingPathComponent("\(number).ledger"))
        }
    }

    var table: String {
        RunStatistics.table([
            ("ledgers", created), ("processes for each", processes), ("problems", problems.count),
        ])
    }

    private mutating func create(_ ledger: URL) throws {
        // All children read the end of this input at the same time.
        let input = Pipe()
        let children = try (0..<processes).map { _ in
            try ChildProcess(
                ["buy-once", catalogFile.path, ledger.path],
                sharedInput: input.fileHandleForReading
            )
        }
        children.forEach { $0.waitUntilReady() }
        try input.fileHandleForWriting.close()
        problems += children.compactMap { $0.waitForSuccess() }
        let entries = try Store(catalog: catalog, at: .file(ledger)).entries()
        if Set(entries.map(\.paymentToken)).count != processes || entries.count != processes {
            let text = "\(processes) processes paid, \(entries.count) entries are there"
            problems.append(.lost(text))
        }
        created += 1
    }
}
