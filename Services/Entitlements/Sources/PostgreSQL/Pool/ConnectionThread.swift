import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The executor of a connection: a thread of its own, because libpq blocks.
final class ConnectionThread: SerialExecutor {
    private let jobs = Mutex<Deque<UnownedJob>>([])
    /// Counts the jobs, and the end after them.
    private let semaphore = DispatchSemaphore(value: 0)

    init(name: String) {
        let thread = Thread { [self] in
            while let job = nextJob() { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        semaphore.signal()
    }

    /// Ends the thread after the jobs so far.
    func end() { semaphore.signal() }

    private func nextJob() -> UnownedJob? {
        semaphore.wait()
        return jobs.withLock { $0.popFirst() }
    }
}
