import Foundation
import Testing

@testable import AppReceipt

@Suite struct CMSSignedDataDecoderTests {
    private func error(_ bytes: [UInt8]) -> SignedReceipt.Error? {
        do throws(SignedReceipt.Error) {
            _ = try SignedReceipt(bytes: bytes).unverifiedContent()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            [], [0x30], [0x00, 0x00], [0x30, 0x00], [0x30, 0x80], [0x30, 0x80, 0x00, 0x00],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            [0x30, 0x81, 0x01, 0x05], [0x1F, 0x81, 0x01, 0x00], [0x30, 0xFF, 0x00],
            [0x04, 0x80, 0, 0],
            Array("not a receipt".utf8),
        ] as [[UInt8]]
    )
    func `bytes that are no message are refused`(bytes: [UInt8]) {
        guard case .malformed = error(bytes) else {
            Issue.record("\(String(describing: error(bytes)))")
            return
        }
    }

    @Test func `10,000 elements of indefinite length inside each other are refused at once`() {
        let open = Array(repeating: [0x30, 0x80] as [UInt8], count: 10_000).joined()
        let close = Array(repeating: 0 as UInt8, count: 20_000)
        for bytes in [Array(open), Array(open) + close] {
            guard case .tooMuch(of: "nested elements", limit: 32, _) = error(bytes) else {
                Issue.record("\(String(describing: error(bytes)))")
                return
            }
        }
    }

    @Test func `10,000 elements of definite length inside each other are refused`() {
        #expect(error(DEREncoder.nested(Tag.sequence, depth: 10_000)) != nil)
    }

    @Test func `a message beyond the limit is refused by its size alone`() {
        let bytes = Array(repeating: 0 as UInt8, count: DecodingLimits.messageSize + 1)
        let limit = DecodingLimits.messageSize
        #expect(error(bytes) == .tooMuch(of: "bytes", limit: limit, offset: 0))
    }

    @Test func `zeros are refused`() {
        #expect(error(Array(repeating: 0, count: 1_000_000)) != nil)
    }

    @Test func `bytes behind the message are refused`() throws {
        let receipt = try TestChain.good.get().issuer().issue(.make())
        #expect(error(receipt.bytes) == nil)
        #expect(error(receipt.bytes + [0]) != nil)
        #expect(error(receipt.bytes + receipt.bytes) != nil)
    }

    @Test(arguments: [1, 2, 100, 5_000])
    func `a message in pieces of indefinite length reads the same`(size: Int) throws {
        let message = try BERMessage(.makeFull())
        let receipt = SignedReceipt(bytes: message.encoded(pieceSize: size))
        #expect(try receipt.unverifiedContent() == .makeFull())
        let verifier = try ReceiptVerifier.make(trusting: try TestChain.good.get())
        #expect(verifier.judge(receipt).brokenRule == nil)
    }

    @Test func `a message of indefinite length is refused when cut or continued`() throws {
        let bytes = try BERMessage(.make()).encoded(pieceSize: 64)
        for count in 0..<bytes.count {
            #expect(error(Array(bytes.prefix(count))) != nil, "\(count) bytes")
        }
        #expect(error(bytes + [0, 0]) != nil)
    }

    @Test func `pieces that are not plain byte strings are refused`() throws {
        let message = try BERMessage(.make())
        let nested = BERMessage.indefinite(
            0x24,
            BERMessage.indefinite(0x24, DEREncoder.octetString(message.payload))
        )
        #expect(error(message.encoded(content: nested)) != nil)
        let other = BERMessage.indefinite(0x24, DEREncoder.text("text"))
        #expect(error(message.encoded(content: other)) != nil)
        #expect(error(message.encoded(content: DEREncoder.element(Tag.null, []))) != nil)
        #expect(error(message.encoded(content: [])) != nil)
        let good = BERMessage.indefinite(0x24, DEREncoder.octetString(message.payload))
        #expect(error(message.encoded(content: good)) == nil)
    }

    @Test func `errors say what is wrong and where`() {
        #expect(
            SignedReceipt.Error.malformed(detail: "element cut off", offset: 7).description
                == "The receipt is malformed at byte 7: element cut off"
        )
        #expect(error([]) == .malformed(detail: "element cut off", offset: 0))
        #expect(
            SignedReceipt.Error.signerCount(2).errorDescription
                == "The receipt has 2 signers instead of one"
        )
    }
}
