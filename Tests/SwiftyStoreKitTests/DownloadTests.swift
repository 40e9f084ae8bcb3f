#if !os(visionOS)
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct DownloadTests {
    private let shop = Shop.make()

    // Rule 48.
    @Test func `calls for downloads reach the queue`() {
        let queue = shop.coordinator.queue
        queue.start([SKDownload()])
        queue.pause([])
        queue.resume([])
        queue.cancel([SKDownload()])
        #expect(shop.queue.downloadCalls.all == ["start 1", "pause 0", "resume 0", "cancel 1"])
    }

    // Rule 49.
    @Test func `the handler is told of each change on the callback queue`() {
        let counts = Recorder<Int>()
        shop.coordinator.updatedDownloadsHandler = { counts.record($0.count) }
        shop.queue.updateDownloads([SKDownload(), SKDownload()])
        shop.queue.updateDownloads([])
        #expect(counts.count == 0)
        shop.turns.run()
        #expect(counts.all == [2, 0])
    }

    // Rule 49.
    @Test func `without a handler changes are dropped`() {
        let counts = Recorder<Int>()
        shop.queue.updateDownloads([SKDownload()])
        shop.coordinator.updatedDownloadsHandler = { counts.record($0.count) }
        shop.turns.run()
        #expect(counts.count == 0)
        shop.coordinator.updatedDownloadsHandler = nil
        #expect(shop.coordinator.updatedDownloadsHandler == nil)
    }
}
#endif
