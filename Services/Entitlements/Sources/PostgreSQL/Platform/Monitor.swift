import Foundation

/// A lock, and the waiting for a change of what it guards.
///
/// Waits end by a clock that nobody sets, unlike those of `NSCondition`.
final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// What a thread waits for, under the lock.
    final class Condition: @unchecked Sendable {
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init() {
            condition.initialize(to: pthread_cond_t())
            #if canImport(Darwin)
            pthread_cond_init(condition, nil)
            #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
            #endif
        }

        deinit {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }

        func signal() { pthread_cond_signal(condition) }

        /// Waits for a signal, which may also come without a reason, or for a time.
        func wait(with monitor: Monitor, until deadline: ContinuousClock.Instant? = nil) {
            guard let deadline else {
                pthread_cond_wait(condition, monitor.mutex)
                return
            }
            let remaining = max(ContinuousClock.now.duration(to: deadline), .zero).components
            var time = timespec(
                tv_sec: Int(min(remaining.seconds, 86_400)),
                tv_nsec: Int(remaining.attoseconds / 1_000_000_000)
            )
            #if canImport(Darwin)
            pthread_cond_timedwait_relative_np(condition, monitor.mutex, &time)
            #else
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1_000_000_000
            time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1_000_000_000
            pthread_cond_timedwait(condition, monitor.mutex, &time)
            #endif
        }
    }
}
