import Foundation
import LocalAppStore
import StoreLedger
import Testing

@testable import LocalAppStore

@Suite("Leftovers of killed processes")
struct LeftoverTests {
    let folder: TemporaryFolder
    /// A number that no process has.
    private static let gone = Int32.max

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Drafts of receipts and keys are removed when the store is opened again")
    func drafts() throws {
        let receipts = folder.file("shop-receipts")
        try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
        let ours = ProcessInfo.processInfo.processIdentifier
        let left = [
            "draft-\(Self.gone)-\(UUID())-\(UUID())", "draft-\(ours)-\(UUID())-\(UUID())",
            UUID().uuidString, ".dat.nosync74C2.yqRAtm",
        ]
        let others = [
            "draft-\(getppid())-\(UUID())-\(UUID())", TemporaryFileName.make("draft"), "notes",
            "draft-of-mine", "draft-0-\(UUID())",
        ]
        try (left + others).forEach { try write($0, in: receipts, at: .start) }
        let new = "draft-\(Self.gone)-\(UUID())-new"
        try write(new, in: receipts, at: .distantFuture)

        let store = try Store.make(at: .file(folder.file("shop")))
        try store.pay("level")
        let file = try store.receiptFile()
        let expected =
            others + [
                new, file.lastPathComponent, "root.cer", "signing-identity.pem",
            ]
        let names = try FileManager.default.contentsOfDirectory(atPath: receipts.path)
        #expect(names.sorted() == expected.sorted())
    }

    @Test("The folders of stores in memory are removed after their process has ended")
    func folders() throws {
        let left = "LocalAppStore-\(Self.gone)-\(UUID())-\(UUID())"
        let remaining = [
            "LocalAppStore-\(getppid())-\(UUID())-\(UUID())",
            TemporaryFileName.make("LocalAppStore"),
        ]
        for name in remaining + [left] {
            let place = folder.file(name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try write("receipt", in: place, at: .start)
            try date(place, .start)
        }
        TemporaryFileName.removeLeftovers("LocalAppStore", in: folder.url)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.sorted() == remaining.sorted())
    }

    @Test("The folder of a store in memory has the process in its name")
    func name() throws {
        let store = try Store.make()
        let place = try store.receiptFile().deletingLastPathComponent().lastPathComponent
        #expect(place.hasPrefix("LocalAppStore-\(ProcessInfo.processInfo.processIdentifier)-"))
    }

    private func write(_ name: String, in place: URL, at date: Date) throws {
        let file = place.appendingPathComponent(name)
        try Data("key".utf8).write(to: file)
        try self.date(file, date)
    }

    private func date(_ file: URL, _ date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
}
