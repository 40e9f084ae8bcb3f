import AppReceipt
import Foundation
import Measuring

/// Measures how well two threads share one verifier.
struct TwoThreads {
    let files: ReceiptFiles
    let settings: Settings

    private struct Times {
        var processor = Samples()
        var clock = Samples()
        var apart = Samples()
    }

    /// Shows the throughput of two threads as a multiple of one thread's.
    ///
    /// It is measured by CPU time, which does not include waiting for a lock, and by the clock,
    /// which includes waiting for a processor too. The last figure, with a verifier for each
    /// thread, shows what is due to the machine.
    func show() throws {
        var table = Table(["N", "by CPU time", "by the clock", "nothing shared", "goal"])
        for size in [1, 100, 1_000] {
            let times = try measure(size)
            table.add([
                "\(size)", times.processor.median.text(2), times.clock.median.text(2),
                times.apart.median.text(2), ">= 1.70",
            ])
        }
        table.show()
    }

    private func measure(_ size: Int) throws -> Times {
        let receipt = try files.receipt(size)
        let verifiers = try (0..<2).map { _ in OwnWork.verifier(try files.roots()) }
        let each = try CPUTime.each(seconds: 0.05) { _ = try verifiers[0].verify(receipt) }
        _ = try verifiers[1].verify(receipt)
        let count = max(1, Int(settings.seconds * 1_000_000 / each))
        var times = Times()
        for _ in 0..<settings.rounds {
            let one = run(receipt, count, [verifiers[0]])
            let shared = run(receipt, count, [verifiers[0], verifiers[0]])
            let apart = run(receipt, count, verifiers)
            times.processor.add(2 * one.processor / shared.processor)
            times.clock.add(2 * one.clock / shared.clock)
            times.apart.add(2 * one.clock / apart.clock)
        }
        return times
    }

    /// Microseconds of CPU for each verification, and of the clock for as many as each thread
    /// makes; one thread a verifier.
    private func run(
        _ receipt: SignedReceipt,
        _ count: Int,
        _ verifiers: [ReceiptVerifier]
    ) -> (processor: Double, clock: Double) {
        let done = DispatchGroup()
        let (start, begin) = (CPUTime.ofProcess, ContinuousClock.now)
        for verifier in verifiers {
            done.enter()
            Thread.detachNewThread {
                for _ in 0..<count {
                    _ = try? verifier.verify(receipt)
                }
                done.leave()
            }
        }
        done.wait()
        let clock = (ContinuousClock.now - begin).milliseconds * 1_000
        let processor = CPUTime.ofProcess - start
        return (processor / Double(count * verifiers.count), clock / Double(count))
    }
}
