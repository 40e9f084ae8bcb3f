import Foundation

/// What the processor spent, which other programs on the same machine disturb less than the time of
/// day.
package enum CPUTime {
    /// Microseconds of the thread that asks.
    package static var ofThread: Double { microseconds(CLOCK_THREAD_CPUTIME_ID) }

    /// Microseconds of all threads of this process.
    package static var ofProcess: Double { microseconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Microseconds that one call takes on this thread, in the median of `batches`, which take so
    /// many seconds together.
    package static func each(
        seconds: Double,
        batches: Int = 5,
        _ body: () throws -> Void
    ) rethrows -> Double {
        try body()
        let goal = seconds * 1_000_000 / Double(batches)
        var count = 1
        var time = try total(count, body)
        while time < goal / 4 {
            count *= 2
            time = try total(count, body)
        }
        count = max(1, Int(Double(count) * goal / time))
        var samples = Samples()
        for _ in 0..<batches {
            samples.add(try total(count, body) / Double(count))
        }
        return samples.median
    }

    private static func total(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = ofThread
        for _ in 0..<count {
            try body()
        }
        return ofThread - start
    }

    private static func microseconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
    }
}
