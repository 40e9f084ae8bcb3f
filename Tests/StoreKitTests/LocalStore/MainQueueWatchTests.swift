import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("The watch of the main queue")
struct MainQueueWatchTests {
    private let queued = Locked<[MainQueueWatch.Block]>([])
    private let waits = Locked<[MainQueueWatch.Block]>([])
    private let reports = Locked(0)
    private let watch: MainQueueWatch

    init() {
        watch = MainQueueWatch(
            main: { [queued] block in queued.withLock { $0.append(block) } },
            afterLimit: { [waits] block in waits.withLock { $0.append(block) } },
            report: { [reports] in reports.withLock { $0 += 1 } }
        )
    }

    @Test("A main queue that does not run is reported, once")
    func blocked() {
        watch.async {}
        pass(waits)
        #expect(reports.withLock { $0 } == 1)
        watch.async {}
        pass(waits)
        #expect(reports.withLock { $0 } == 1)
        #expect(queued.withLock { $0.count } == 2)
    }

    @Test("A main queue that runs is not reported, however much waits for it")
    func running() {
        watch.async {}
        watch.async {}
        #expect(waits.withLock { $0.count } == 1)
        queued.withLock { $0.removeFirst() }()
        pass(waits)
        #expect(reports.withLock { $0 } == 0)
        queued.withLock { $0.removeFirst() }()
        pass(waits)
        #expect(reports.withLock { $0 } == 0)
        #expect(waits.withLock { $0.isEmpty })
    }

    @Test("A main queue that stops is reported later")
    func stopping() {
        watch.async {}
        queued.withLock { $0.removeFirst() }()
        pass(waits)
        watch.async {}
        pass(waits)
        #expect(reports.withLock { $0 } == 1)
    }

    @Test("A blocked main thread has one line on standard error")
    func line() async {
        let lines = Locked<[String]>([])
        let diagnostics = StoreDiagnostics { line in lines.withLock { $0.append(line) } }
        diagnostics.reportBlockedMainQueue()
        #expect(lines.withLock { $0.count } == 1)
        #expect(lines.withLock { $0.first?.hasPrefix("StoreKit: The main queue") } == true)
    }

    private func pass(_ blocks: Locked<[MainQueueWatch.Block]>) {
        let present = blocks.withLock { blocks in
            defer { blocks = [] }
            return blocks
        }
        present.forEach { $0() }
    }
}
