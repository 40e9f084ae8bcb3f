import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Downloads across launches and processes")
struct DownloadLaunchTests {
    private let folder: TemporaryFolder
    private let clock = StoreClock.manual(startingAt: .start)
    private let content: HostedContent

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A map.", to: "Map/map.txt")
        content = HostedContent(
            identifier: "level",
            source: .folder(folder.file("Map")),
            statedLength: 1000
        )
    }

    @Test("A download goes on while no process runs, and is done at the next launch")
    func absence() throws {
        let id = try launch { store in
            let id = try store.buyLevel()
            try store.downloads.perform(.start, on: [id])
            return id
        }
        clock.advance(by: 10)
        try launch { store in
            try store.downloads.update()
            #expect(try store.download(id)?.state == .finished)
        }
        let url = try launch { try #require(try $0.download(id)?.contentURL) }
        #expect(TemporaryFolder.names(in: url) == ["ContentInfo.plist", "Contents"])
    }

    @Test("Paused, failed and cancelled downloads are the same at the next launch")
    func states() throws {
        let commands: [ContentDownload.Command] = [.pause, .cancel]
        for (command, state) in zip(commands, [.paused, .cancelled] as [ContentDownload.State]) {
            let id = try launch { store in
                try store.clear()
                let id = try store.buyLevel()
                try store.downloads.perform(.start, on: [id])
                try store.pass(4)
                try store.downloads.perform(command, on: [id])
                return id
            }
            clock.advance(by: 1000)
            try launch { store in
                try store.downloads.update()
                #expect(try store.download(id)?.state == state)
                #expect(try store.download(id)?.progress == (state == .paused ? 0.4 : 0))
                try store.downloads.perform(.start, on: [id])
                try store.pass(6)
                #expect(try store.download(id)?.progress == (state == .paused ? 1 : 0.6))
            }
        }
    }

    @Test("A failure is the same at the next launch, with its reason")
    func failure() throws {
        let id = try launch { store in
            try store.downloads.updateSettings { $0.plannedFailure = .init(.badServerResponse) }
            let id = try store.buyLevel()
            try store.downloads.perform(.start, on: [id])
            try store.downloads.update()
            return id
        }
        let failure = try launch { try $0.download(id)?.failure }
        #expect(failure?.reason == .badServerResponse)
        #expect(failure?.detail?.isEmpty == false)
    }

    @Test("What was declared otherwise meanwhile fails, rather than being mixed")
    func otherVersion() throws {
        let id = try launch { store in
            let id = try store.buyLevel()
            try store.downloads.perform(.start, on: [id])
            return id
        }
        clock.advance(by: 10)
        var newer = content
        newer.version = "2.0"
        try launch(hosting: newer) { store in
            try store.downloads.update()
            #expect(try store.download(id)?.failure?.reason == .missingContent)
            try store.downloads.perform(.start, on: [id])
            try store.pass(10)
            #expect(try store.download(id)?.contentVersion == "2.0")
        }
    }

    @Test("Two stores on one ledger complete a download once")
    func together() throws {
        let stores = try [makeStore(), makeStore()]
        let id = try stores[0].buyLevel()
        try stores[0].downloads.perform(.start, on: [id])
        try stores[1].downloads.perform(.start, on: [id])
        clock.advance(by: 10)
        let failures = Locked<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            do {
                try stores[number % 2].downloads.update()
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        #expect(failures.withLock { $0 }.isEmpty)
        for store in stores {
            #expect(try store.download(id)?.state == .finished)
            #expect(TemporaryFolder.names(in: store.contentFolder) == ["1"])
        }
        #expect(try stores[0].read { try $0.downloadIDs() } == [1])
    }

    @Test("A store cancels what another one downloads")
    func cancelledElsewhere() throws {
        let (first, second) = (try makeStore(), try makeStore())
        let id = try first.buyLevel()
        try first.downloads.perform(.start, on: [id])
        clock.advance(by: 5)
        try second.downloads.perform(.cancel, on: [id])
        clock.advance(by: 5)
        try first.downloads.update()
        #expect(try first.download(id)?.state == .cancelled)
        #expect(TemporaryFolder.names(in: first.contentFolder).isEmpty)
    }

    @Test("Content that a killed process renamed but did not commit is replaced")
    func uncommitted() throws {
        try launch { store in
            let id = try store.buyLevel()
            try store.downloads.perform(.start, on: [id])
            let half = try #require(store.core.downloadScheduler?.folder.place(of: 1))
            try FileManager.default.createDirectory(at: half, withIntermediateDirectories: true)
            try Data("other".utf8).write(to: half.appendingPathComponent("Other"))
            #expect(try store.download(id)?.contentURL == nil)
            try store.pass(10)
            let url = try #require(try store.download(id)?.contentURL)
            #expect(TemporaryFolder.names(in: url) == ["ContentInfo.plist", "Contents"])
        }
    }

    @Test("Drafts of killed processes and content without a download are removed at an opening")
    func leftovers() throws {
        let place = folder.file("store.ledger-downloads")
        let gone = "draft-\(Int32.max)-\(UUID())-\(UUID())"
        let present = TemporaryFileName.make("draft")
        for name in [gone, present, "7", "notes"] {
            let leftover = place.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date.start],
                ofItemAtPath: leftover.path
            )
        }
        let store = try makeStore()
        try store.finishContentWork()
        #expect(TemporaryFolder.names(in: place) == [present, "notes"].sorted())
    }

    @Test("A ledger from before downloads gets their table, and keeps its entries")
    func migration() throws {
        let file = folder.file()
        try launch { store in
            try store.pay("level")
            try store.execute(
                sql: """
                    \(LedgerSchema.undoingCustomers)
                    DROP TABLE download;
                    PRAGMA user_version = 5
                    """
            )
        }
        try launch { store in
            #expect(try store.entries().map(\.productID) == ["level"])
            let id = ContentDownload.ID(entryID: 1, contentIdentifier: "level")
            try store.downloads.perform(.start, on: [id])
            #expect(try store.download(id)?.state == .active)
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("Observers are notified of downloads that changed or made progress")
    func changes() async throws {
        let store = try makeStore()
        let id = try store.buyLevel()
        let (stream, continuation) = AsyncStream<[Int64]>.makeStream()
        let observation = store.observe { change in
            if !change.downloadEntryIDs.isEmpty { continuation.yield(change.downloadEntryIDs) }
        }
        var changes = stream.makeAsyncIterator()
        try store.downloads.perform(.start, on: [id])
        #expect(await changes.next() == [id.entryID])
        try store.pass(5)
        #expect(await changes.next() == [id.entryID])
        try store.pass(5)
        #expect(await changes.next() == [id.entryID])
        observation.cancel()
    }

    /// Uses a store that is released afterwards, as at one launch of an app.
    @discardableResult
    private func launch<Result>(
        hosting content: HostedContent? = nil,
        _ body: (Store) throws -> Result
    ) throws -> Result {
        let store = try makeStore(hosting: content)
        defer { try? store.close() }
        return try body(store)
    }

    private func makeStore(hosting content: HostedContent? = nil) throws -> Store {
        try Store.make(
            .shop(hosting: content ?? self.content),
            at: .file(folder.file()),
            clock: clock
        )
    }
}
