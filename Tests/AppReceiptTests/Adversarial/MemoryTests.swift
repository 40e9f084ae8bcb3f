#if os(Linux)
import Foundation
import Testing

@testable import AppReceipt

/// No input takes more than ten times its own size and 10 MB, whatever it claims to hold.
@Suite struct MemoryTests {
    @Test(arguments: MemoryInput.allCases)
    func `reading and judging takes a bounded memory`(input: MemoryInput) async {
        // A process of its own, because the other tests share this one's memory.
        await #expect(processExitsWith: .success) { [input] in
            try MemoryMeter.warmUp()
            let receipt = SignedReceipt(bytes: try input.octets())
            let bound = 10 * receipt.bytes.count + 10_000_000
            let read = MemoryMeter.growth { _ = try? receipt.unverifiedContent() }
            #expect(receipt.bytes.count + read <= bound, "reading \(input) took \(read)")
            let verifier = try ReceiptVerifier.make(trusting: TestChain.good.get())
            let judged = MemoryMeter.growth { _ = verifier.judge(receipt) }
            #expect(receipt.bytes.count + judged <= bound, "judging \(input) took \(judged)")
        }
    }

    @Test func `the meter sees memory that was taken and given back`() async {
        await #expect(processExitsWith: .success) {
            let growth = MemoryMeter.growth {
                let octets = Array(repeating: 1 as UInt8, count: 200_000_000)
                withExtendedLifetime(octets) {}
            }
            #expect(growth > 190_000_000)
        }
    }

    @Test func `Base64 is decoded in a bounded memory`() async {
        await #expect(processExitsWith: .success) {
            try MemoryMeter.warmUp()
            let text = String(repeating: "AAAA\n", count: 2_000_000)
            let growth = MemoryMeter.growth {
                _ = try? SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
            }
            #expect(text.utf8.count + growth <= 10 * text.utf8.count + 10_000_000)
        }
    }
}
#endif
