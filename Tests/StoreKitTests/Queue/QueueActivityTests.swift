import LocalAppStore
import Testing

@testable import StoreKit

@Suite("What is on its way between the app and its store")
struct QueueActivityTests {
    @Test("A request that is under way is not quiet, though nothing was sent since")
    func request() {
        let activity = QueueActivity()
        activity.beginRequest()
        let count = activity.eventCount
        #expect(!activity.isQuiet(since: count))
        activity.endRequest()
        #expect(activity.isQuiet(since: count))
    }

    @Test("A step that was sent since is not quiet")
    func step() {
        let activity = QueueActivity()
        let count = activity.eventCount
        activity.noteEvent()
        #expect(!activity.isQuiet(since: count))
    }

    @Test("Work in the background is under way from when it is made until it ends")
    func background() {
        let scope = StoreScope()
        let activity = scope.queue.local.device.activity
        let place = Locked<StoreScope?>(nil)
        let work = scope.background { place.withLock { $0 = StoreScope.local } }
        #expect(!activity.isQuiet(since: activity.eventCount))
        work()
        #expect(activity.isQuiet(since: activity.eventCount))
        #expect(place.withLock { $0 } === scope)
    }

    @Test("What waits for requests is called once, by the end of the last one")
    func waiting() {
        let activity = QueueActivity()
        let calls = Locked(0)
        activity.beginRequest()
        activity.beginRequest()
        activity.afterRequests { calls.withLock { $0 += 1 } }
        activity.endRequest()
        #expect(calls.withLock { $0 } == 0)
        activity.endRequest()
        #expect(calls.withLock { $0 } == 1)
        activity.beginRequest()
        activity.endRequest()
        #expect(calls.withLock { $0 } == 1)
    }
}
