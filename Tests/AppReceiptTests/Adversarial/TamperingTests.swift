import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Changes single bytes of a good receipt; none may pass.
@Suite struct TamperingTests {
    private let receipt: SignedReceipt
    private let verifier: ReceiptVerifier
    private let signedData: CMSSignedData

    init() throws {
        let chain = try TestChain.good.get()
        receipt = try chain.issuer().issue(.make())
        verifier = try .make(trusting: chain)
        signedData = try CMSSignedDataDecoder(message: receipt.bytes).decode()
    }

    private func flipped(_ index: Int, by mask: UInt8 = 1) -> SignedReceipt {
        var bytes = receipt.bytes
        bytes[index] ^= mask
        return SignedReceipt(bytes: bytes)
    }

    @Test func `every changed byte of the content breaks the signature`() {
        for index in TestVolume.sample(signedData.contentRange, every: 16) {
            #expect(verifier.judge(flipped(index)).brokenRule == .signature, "byte \(index)")
        }
    }

    @Test func `every changed byte of the signature breaks it`() {
        for index in TestVolume.sample(signedData.signer.signature, every: 16) {
            #expect(verifier.judge(flipped(index)).brokenRule == .signature, "byte \(index)")
        }
    }

    @Test(arguments: [0, 1])
    func `no changed byte of signer and intermediate passes`(certificate: Int) {
        for index in TestVolume.sample(signedData.certificates[certificate], every: 16) {
            #expect(verifier.judge(flipped(index)).brokenRule != nil, "byte \(index)")
        }
    }

    @Test func `a certificate's signature fills whole bytes`() throws {
        for range in signedData.certificates {
            var bytes = Array(receipt.bytes[range])
            let slice = bytes[...]
            _ = try CertificateIdentity(of: slice.indices, in: slice.span)
            // A signature of 2048 bits ends the certificate; the byte before it counts the unused
            // bits.
            bytes[bytes.count - 257] = 1
            let changedSlice = bytes[...]
            #expect(throws: SignedReceipt.Error.self) {
                try CertificateIdentity(of: changedSlice.indices, in: changedSlice.span)
            }
        }
    }

    @Test func `the root inside the receipt has to be a certificate and is not trusted`() throws {
        let root = signedData.certificates[2]
        // Its own signature ends it, and is never looked at.
        for index in root.suffix(256) {
            #expect(verifier.judge(flipped(index)).brokenRule == nil, "byte \(index)")
        }
        for index in root.dropFirst(4).prefix(8) {
            #expect(verifier.judge(flipped(index)).brokenRule == .chain, "byte \(index)")
        }
    }

    @Test func `every truncation breaks the structure`() {
        for count in TestVolume.sample(0..<receipt.bytes.count, every: 16) {
            let cut = SignedReceipt(bytes: Array(receipt.bytes.prefix(count)))
            #expect(verifier.judge(cut).brokenRule == .structure, "\(count) bytes")
        }
    }

    @Test func `no changed byte of the signedData around them passes`() {
        let parts =
            signedData.certificates + [signedData.contentRange, signedData.signer.signature]
        let others = receipt.bytes.indices.filter { index in
            !parts.contains { $0.contains(index) }
        }
        for index in TestVolume.sample(others, every: 8) {
            for mask: UInt8 in [0x01, 0x02, 0x80, 0xFF] {
                let verdict = verifier.judge(flipped(index, by: mask))
                #expect(verdict.brokenRule != nil, "byte \(index) by \(mask)")
            }
        }
    }

    @Test func `no flipped bit of the whole receipt changes what is verified`() throws {
        let content = try receipt.unverifiedContent()
        for index in TestVolume.sample(receipt.bytes.indices, every: 31) {
            // Two bits of each byte, of which each has its turn.
            for bit in [index % 8, (index / 8 + 3) % 8] {
                guard case .verified(let other) = verifier.judge(flipped(index, by: 1 << bit))
                else { continue }
                // Only the root inside the receipt is not trusted, so that its own signature does
                // not matter.
                #expect(signedData.certificates[2].contains(index), "byte \(index), bit \(bit)")
                #expect(other.content == content, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test func `a good receipt is still good after all that`() {
        #expect(verifier.judge(receipt).brokenRule == nil)
    }
}
