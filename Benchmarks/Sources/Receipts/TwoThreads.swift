import AppReceipt
import Foundation
import Measuring

/// One verifier that two threads share.
struct TwoThreads {
    let files: ReceiptFiles
    let settings: Settings

    /// What two threads do in the time in which one does its work, by the CPU time that each verification takes.
    ///
    /// On two processors that are idle otherwise it is the ratio of throughputs; waiting for a lock costs no CPU time, so the
    /// ratio of the times of day stands beside it.
    func show() throws {
        var table = Table(["N", "by CPU time", "by time of day", "goal"])
        for size in [1, 100, 1_000] {
            var (processor, clock) = (Samples(), Samples())
            for _ in 0..<settings.rounds {
                let (one, two) = (try run(size, threads: 1), try run(size, threads: 2))
                processor.add(2 * one.processor / two.processor)
                clock.add(2 * one.clock / two.clock)
            }
            table.add(["\(size)", processor.median.text(2), clock.median.text(2), ">= 1.70"])
        }
        table.show()
    }

    /// Microseconds of CPU for each verification, and of the clock for as many as each thread makes.
    private func run(_ size: Int, threads: Int) throws -> (processor: Double, clock: Double) {
        let receipt = try files.receipt(size)
        let verifier = OwnWork.verifier(try files.roots())
        let each = try CPUTime.each(seconds: 0.05) { _ = try verifier.verify(receipt) }
        let count = max(1, Int(settings.seconds * 1_000_000 / each))
        let (start, begin) = (CPUTime.ofProcess, ContinuousClock.now)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            for _ in 0..<count {
                _ = try? verifier.verify(receipt)
            }
        }
        let clock = (ContinuousClock.now - begin).milliseconds * 1_000
        return ((CPUTime.ofProcess - start) / Double(count * threads), clock / Double(count))
    }
}
