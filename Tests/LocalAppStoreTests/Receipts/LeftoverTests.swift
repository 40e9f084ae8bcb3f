import Foundation
import LocalAppStore
import Testing

@testable import enum LocalAppStore.TemporaryName

@Suite("What killed processes left behind")
struct LeftoverTests {
    let folder: TemporaryFolder
    /// No process has this number.
    private static let gone = Int32.max

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Half written receipts and copies of the key are removed at the next opening")
    func drafts() throws {
        let receipts = folder.file("shop-receipts")
        try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
        let ours = ProcessInfo.processInfo.processIdentifier
        let left = [
            "draft-\(Self.gone)-\(UUID())-\(UUID())", "draft-\(ours)-\(UUID())-\(UUID())",
            UUID().uuidString, ".dat.nosync74C2.yqRAtm",
        ]
        let others = [
            "draft-\(getppid())-\(UUID())-\(UUID())", TemporaryName.make("draft"), "notes",
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

    @Test("The folders of stores in memory are removed when their process is gone")
    func folders() throws {
        let left = "LocalAppStore-\(Self.gone)-\(UUID())-\(UUID())"
        let kept = [
            "LocalAppStore-\(getppid())-\(UUID())-\(UUID())", TemporaryName.make("LocalAppStore"),
        ]
        for name in kept + [left] {
            let place = folder.file(name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try write("receipt", in: place, at: .start)
            try date(place, .start)
        }
        TemporaryName.removeLeftovers("LocalAppStore", in: folder.url)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.sorted() == kept.sorted())
    }

    @Test("A store in memory keeps its files in a folder that names the process")
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
