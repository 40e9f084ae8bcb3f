import Foundation
import LocalAppStore
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite("Downloading hosted content with the facade", .timeLimit(.minutes(10)))
struct DownloadingTests {
    let folder: TemporaryFolder
    let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try .hosting(Self.declaration, in: folder)
    }

    @Test("A purchase is downloaded, and finished when its files are there")
    func purchase() async throws {
        let app = App.launch(on: store)
        let downloads = Downloads(of: app)
        let details = try #require(await app.buy(product, atomically: false).first()?.details)
        app.queue.start(details.transaction.downloads)
        #expect(await downloads.first() == "active 0.0 -")
        store.clock.advance(by: 0.5)
        try store.downloads.update()
        #expect(await downloads.first { $0.hasPrefix("active 0.5") } != nil)
        store.clock.advance(by: 0.5)
        try store.downloads.update()
        #expect(await downloads.first { $0.hasPrefix("finished") } == "finished 1.0 A picture.")
        #expect(await app.recorder.receives(.removed(product)))
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("A restored purchase is downloaded again")
    func restore() async throws {
        try store.finish([store.payWithoutFinishing(product).id])
        let app = App.launch(on: store)
        let downloads = Downloads(of: app)
        let restored = try #require(await app.restore(atomically: false).first())
        let purchase = try #require(restored.restoredPurchases.first)
        #expect(purchase.needsFinishTransaction)
        app.queue.start(purchase.transaction.downloads)
        #expect(await downloads.first() == "active 0.0 -")
        store.clock.advance(by: 1)
        try store.downloads.update()
        #expect(await downloads.first { $0.hasPrefix("finished") } == "finished 1.0 A picture.")
        #expect(await app.recorder.receives(.removed(product)))
    }

    @Test("A download of an earlier launch is finished at the next one")
    func launch() async throws {
        let location = StoreLocation.file(folder.file("Ledger"))
        do {
            let store = try Store.hosting(Self.declaration, in: folder, at: location)
            let app = App.launch(on: store)
            let downloads = Downloads(of: app)
            let details = await app.buy(product, atomically: false).first()?.details
            app.queue.start(try #require(details).transaction.downloads)
            #expect(await downloads.first() == "active 0.0 -")
        }
        let later = Date.opening + 1
        let store = try Store.hosting(Self.declaration, in: folder, at: location, on: later)
        // The download may be over before the app is there, which still has to be told.
        try store.downloads.update()
        let app = App.launch(on: store)
        let downloads = Downloads(of: app)
        let purchases = try #require(await app.complete(atomically: false).first())
        app.queue.start(purchases.flatMap(\.transaction.downloads))
        #expect(await downloads.first() == "finished 1.0 A picture.")
        #expect(await app.recorder.receives(.removed(product)))
    }

    @Test("Downloads are paused, resumed and cancelled, and fail as planned")
    func control() async throws {
        let app = App.launch(on: store)
        let downloads = Downloads(of: app)
        let details = try #require(await app.buy(product, atomically: false).first()?.details)
        let all = details.transaction.downloads
        app.queue.start(all)
        await downloads.wait { $0.count == 1 }
        app.queue.pause(all)
        await downloads.wait { $0.count == 2 }
        app.queue.resume(all)
        await downloads.wait { $0.count == 3 }
        try store.downloads.updateSettings { $0.plannedFailure = .init(.timedOut) }
        try store.downloads.update()
        await downloads.wait { $0.count == 4 }
        app.queue.cancel(all)
        let events = await downloads.wait { $0.count == 5 }
        #expect(
            events == [
                "active 0.0 -", "paused 0.0 -", "active 0.0 -", "failed 0.0 -", "failed 0.0 -",
            ]
        )
        let unfinished = try store.unfinishedEntries().map(\.productID)
        #expect(unfinished == [product])
    }

    private let product = SampleProducts.colours

    /// A thousand bytes at a thousand bytes a second.
    static let declaration = """
        {"bytesPerSecond": 1000, "content": [
            {"productID": "\(SampleProducts.colours)", "folder": "Pictures", "size": 1000}
        ]}
        """
}

extension Store {
    /// A store of the sample products, with hosted content that a file declares.
    static func hosting(
        _ declaration: String,
        in folder: TemporaryFolder,
        at location: StoreLocation = .memory,
        on date: Date = .opening
    ) throws -> Store {
        let pictures = folder.file("Pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try Data("A picture.".utf8).write(to: pictures.appendingPathComponent("picture.txt"))
        try Data(declaration.utf8).write(to: folder.file("Products.hosted.json"))
        let products = folder.file("Products.storekit")
        try Data(contentsOf: SampleProducts.file).write(to: products)
        return try Store(
            catalog: try Catalog(contentsOf: products),
            at: location,
            clock: .manual(startingAt: date)
        )
    }
}

/// An app's handler of downloads: it records them with the text of their file, and finishes the
/// transaction when all files are there.
private struct Downloads: Sendable {
    private let events = Recorder<String>()

    init(of app: App) {
        let coordinator = app.coordinator
        coordinator.updatedDownloadsHandler = { [events, queue = app.queue] downloads in
            for download in downloads {
                let file = download.contentURL?.appendingPathComponent("Contents/picture.txt")
                let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                events.record("\(download.state) \(download.progress) \(text ?? "-")")
            }
            if downloads.allSatisfy({ $0.contentURL != nil }), let first = downloads.first {
                queue.finishTransaction(first.transaction)
            }
        }
    }

    func first(where condition: @escaping (String) -> Bool = { _ in true }) async -> String? {
        await events.first(where: condition)
    }

    @discardableResult
    func wait(until condition: ([String]) -> Bool) async -> [String] {
        await events.wait(until: condition)
    }
}
