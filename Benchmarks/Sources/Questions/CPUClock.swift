import Foundation

/// The processor's time of the calling thread, which other programs do not add to.
enum CPUClock {
    static var microseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// What one call of `body` takes, from as many calls as fill 20 ms.
    static func microseconds(of body: () throws -> Void) rethrows -> Double {
        var calls = 1
        while true {
            let start = microseconds
            for _ in 0..<calls { try body() }
            let spent = microseconds - start
            if spent >= 20_000 { return spent / Double(calls) }
            calls = max(calls * 2, Int(Double(calls) * 24_000 / max(spent, 1)))
        }
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        guard let upper = sorted.dropFirst(count / 2).first else { return .nan }
        return count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + upper) / 2 : upper
    }
}
