#if os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AppReceipt

/// No input takes more than ten times its own size and 10 MB, whatever it claims to hold.
@Suite struct MemoryTests {
    @Test(arguments: TestVolume.sample(MemoryInput.allCases, every: 4))
    func `decoding and judging take a bounded memory`(input: MemoryInput) async {
        // A process of its own, because the other tests share this one's memory.
        await #expect(processExitsWith: .success) { [input] in
            try MemoryMeter.warmUp()
            let receipt = SignedReceipt(bytes: try input.bytes())
            let bound = 10 * receipt.bytes.count + 10_000_000
            let decoded = MemoryMeter.growth { _ = try? receipt.unverifiedContent() }
            #expect(receipt.bytes.count + decoded <= bound, "decoding \(input) took \(decoded)")
            let verifier = try ReceiptVerifier.make(trusting: TestChain.good.get())
            let judged = MemoryMeter.growth { _ = verifier.judge(receipt) }
            #expect(receipt.bytes.count + judged <= bound, "judging \(input) took \(judged)")
        }
    }

    @Test func `the meter sees memory that was allocated and freed`() async {
        await #expect(processExitsWith: .success) {
            let growth = MemoryMeter.growth {
                let bytes = Array(repeating: 1 as UInt8, count: 200_000_000)
                withExtendedLifetime(bytes) {}
            }
            #expect(growth > 190_000_000)
        }
    }

    @Test func `Base64 is decoded in a bounded memory`() async {
        await #expect(processExitsWith: .success) {
            try MemoryMeter.warmUp()
            let text = String(repeating: "AAAA\n", count: TestVolume.count(400_000, all: 2_000_000))
            let growth = MemoryMeter.growth {
                _ = try? SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
            }
            #expect(text.utf8.count + growth <= 10 * text.utf8.count + 10_000_000)
        }
    }
}

/// Inputs for which a lax decoder would take far more memory than their size.
enum MemoryInput: String, CaseIterable, Codable, Sendable {
    case zeros, openSequences, tinyElements, manyCertificates, manyPurchases, smallPurchases
    case emptyPurchases, unknownAttributes, lengthBeyond, onePieceEach, signedPayload

    func bytes() throws -> [UInt8] {
        switch self {
        case .zeros: Array(repeating: 0, count: TestVolume.count(20_000_000, all: 100_000_000))
        case .openSequences: many([0x30, 0x80], 50_000_000)
        case .tinyElements: DEREncoder.fastSequence([many([0x05, 0x00], 1_500_000)])
        case .manyCertificates:
            try message { $0.certificates = Array(repeating: [0x30, 0x00], count: 100_000) }
        case .manyPurchases: try receipt(10_000) { "com.example.app.product.number.\($0)" }
        case .smallPurchases: try signed(many(smallPurchase, 10_000))
        case .emptyPurchases: try signed(many(Attribute.make(17, []), 100_000))
        case .unknownAttributes: try signed(many(Attribute.make(99, []), 100_000))
        case .lengthBeyond: [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]
        case .onePieceEach: try BERMessage(.makeFull()).encoded(pieceSize: 1)
        case .signedPayload: try signed(Attribute.make(99, many([0x5A], 15_000_000)))
        }
    }

    private func many(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var many: [UInt8] = []
        many.reserveCapacity(bytes.count * count)
        // By doubling, because a loop over millions takes long where nothing is optimized.
        many += bytes
        while 2 * many.count <= bytes.count * count { many += many }
        return many + many.prefix(bytes.count * count - many.count)
    }

    private func message(_ change: (inout Message) -> Void) throws -> [UInt8] {
        var message = try Message(TestChain.good.get())
        change(&message)
        return try message.receipt().bytes
    }

    private func signed(_ attributes: [UInt8]) throws -> [UInt8] {
        let required = Array(Attribute.required.joined())
        return try message { $0.payload = DEREncoder.element(Tag.set, required + attributes) }
    }

    private func receipt(_ count: Int, product: (Int) -> String) throws -> [UInt8] {
        let purchases = (0..<count).map { number in
            Receipt.InAppPurchase.make(
                productIdentifier: product(number),
                transactionIdentifier: "\(100_000_000_000_000 + number)"
            )
        }
        return try TestChain.good.get().issuer().issue(.make(purchases: purchases)).bytes
    }

    /// A purchase of as few bytes as possible.
    private var smallPurchase: [UInt8] {
        let attributes = [
            Attribute.make(1701, DEREncoder.integer(1)), Attribute.make(1702, DEREncoder.text("a")),
            Attribute.make(1703, DEREncoder.text("1")),
            Attribute.make(1704, DEREncoder.asciiText("2024-05-01T09:30:00Z")),
        ]
        return Attribute.make(17, DEREncoder.element(Tag.set, Array(attributes.joined())))
    }
}

/// Measures the peak of the resident memory during a call, in a process that does nothing else.
enum MemoryMeter {
    /// Loads everything that is loaded once.
    static func warmUp() throws {
        let chain = try TestChain.good.get()
        let receipt = try chain.issuer().issue(.make())
        _ = try ReceiptVerifier.make(trusting: chain).verify(receipt)
    }

    /// The growth of the resident memory in bytes, at its peak during the call.
    static func growth(of body: () -> Void) -> Int {
        // Freed memory is returned to the system first, or the call could reuse it unseen.
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
