import AllocationCount
import AppReceipt
import Foundation
import Measuring

/// The allocations of one verification, and the peak memory of its process.
struct Resources {
    let files: ReceiptFiles

    static let role = "memory"

    private struct Report: Codable {
        let peak: Double
    }

    func show() throws {
        var table = Table(["N", "allocations", "goal", "peak MiB", "above N = 1", "goal"])
        let first = try peak(1)
        for size in ReceiptFiles.sizes {
            let peak = size == 1 ? first : try peak(size)
            table.add([
                "\(size)", "\(try allocations(size))", "<= \((40 + 0.2 * Double(size)).text(0))",
                peak.text(1), (peak - first).text(1), size == 10_000 ? "<= 8" : "",
            ])
        }
        table.show()
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
