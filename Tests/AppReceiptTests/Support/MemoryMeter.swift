#if os(Linux)
import Foundation
import Glibc

@testable import AppReceipt

/// Measures what a call keeps resident at most, in a process that does nothing else meanwhile.
enum MemoryMeter {
    /// Lets everything be loaded that is loaded once.
    static func warmUp() throws {
        let chain = try TestChain.good.get()
        let receipt = try chain.issuer().issue(.make())
        _ = try ReceiptVerifier.make(trusting: chain).verify(receipt)
    }

    /// How many octets more than before were resident at some moment of the call.
    static func growth(of body: () -> Void) -> Int {
        // What was freed goes back to the system first, or the call could take it unseen.
        trim()
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = status("VmRSS:")
        body()
        return status("VmHWM:") - before
    }

    /// glibc's `malloc_trim`, which its module does not show.
    private static func trim() {
        typealias Trim = @convention(c) (Int) -> CInt
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }

    private static func status(_ name: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return (kibibytes.flatMap { Int($0) } ?? 0) * 1024
    }
}
#endif
