import StoreKit
import Testing

@Suite struct SKDownloadTests {
    @Test func `a download made by init waits for nothing`() {
        let download = SKDownload()
        #expect(download.state == .waiting)
        #expect(download.contentIdentifier == "")
        #expect(download.contentVersion == "")
        #expect(download.contentURL == nil)
        #expect(download.error == nil)
        #expect(download.progress == 0)
        #expect(download.timeRemaining == SKDownloadTimeRemainingUnknown)
        #expect(download.transaction.transactionState == .purchasing)
    }

    @Test func `the older names on iOS follow what a double overrides`() {
        let download: SKDownload = DownloadDouble()
        #expect(download.downloadState == .active)
        #expect(download.contentLength == 12)
    }

    @Test func `an unknown time remaining is minus one`() {
        #expect(SKDownloadTimeRemainingUnknown == -1)
    }

    @Test(arguments: [
        (SKDownloadState.waiting, 0), (.active, 1), (.paused, 2), (.finished, 3), (.failed, 4),
        (.cancelled, 5),
    ])
    func `a state has Apple's number`(state: SKDownloadState, number: Int) {
        #expect(state.rawValue == number)
    }
}

private final class DownloadDouble: SKDownload {
    override var state: SKDownloadState { .active }
    override var expectedContentLength: Int64 { 12 }
}
