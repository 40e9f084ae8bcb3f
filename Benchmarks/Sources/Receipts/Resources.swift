import AllocationCount
import AppReceipt
import Foundation
import Measuring

/// The allocations of one verification, and the peak memory of its process.
struct Resources {
    let files: ReceiptFiles

    static let role = "memory"

    /// The most allocations for each size: a few above what is measured, so that one in a loop over
    /// attributes or purchases is noticed.
    ///
    /// Receipts of others hold more kinds of attributes, and take three more than those that are
    /// issued here.
    private static let allocationLimits: [Int: UInt] = [
        1: 36, 10: 37, 100: 39, 1_000: 39, 10_000: 39,
    ]

    /// The most mebibytes that the largest receipt takes above the smallest.
    private static let peakLimit = 8.0

    private struct Report: Codable {
        let peak: Double
    }

    /// Prints the table and returns whether no limit is exceeded.
    func show() throws -> Bool {
        var table = Table(["N", "allocations", "limit", "peak MiB", "above N = 1", "limit"])
        var isWithinLimits = true
        let first = try peak(1)
        for size in ReceiptFiles.sizes {
            let peak = size == 1 ? first : try peak(size)
            let allocations = try allocations(size)
            let limit = Self.allocationLimits[size] ?? 0
            let isLargest = size == ReceiptFiles.sizes.last
            if allocations > limit { isWithinLimits = false }
            if isLargest, peak - first > Self.peakLimit { isWithinLimits = false }
            table.add([
                "\(size)", "\(allocations)", "<= \(limit)", peak.text(1),
                (peak - first).text(1), isLargest ? "<= \(Self.peakLimit.text(0))" : "",
            ])
        }
        table.show()
        return isWithinLimits
    }

    /// Verifies one receipt in this process, and prints the peak of its memory.
    static func reportPeak(der: String, root: String) throws {
        let roots = try TrustedRoots([Array(try Data(contentsOf: URL(fileURLWithPath: root)))])
        let receipt = SignedReceipt(try Data(contentsOf: URL(fileURLWithPath: der)))
        _ = try OwnWork.verifier(roots).verify(receipt)
        let report = try JSONEncoder().encode(Report(peak: Memory.peak))
        FileHandle.standardOutput.write(report)
    }

    private func peak(_ size: Int) throws -> Double {
        let arguments = [Self.role, files.der(size).path, files.root.path]
        let report: Report = try Command.itself(arguments).report()
        return report.peak
    }

    /// The number of allocations, with the chain remembered.
    private func allocations(_ size: Int) throws -> UInt {
        let receipt = try files.receipt(size)
        let verifier = OwnWork.verifier(try files.roots())
        _ = try verifier.verify(receipt)
        let before = allocation_count()
        _ = try verifier.verify(receipt)
        return allocation_count() - before
    }
}
