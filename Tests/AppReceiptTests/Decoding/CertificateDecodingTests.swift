import Foundation
import Testing

@testable import AppReceipt

@Suite struct CertificateFieldCheckTests {
    private func isGood(_ value: [UInt8], _ field: Int) throws -> Bool {
        let root = try TestChain.good.get().root
        let name = DEREncoder.element(Tag.objectIdentifier, [0x55, 0x04, 0x03])
        let bytes = try RawCertificate.make(root, signedBy: root) {
            $0[field] = DEREncoder.sequence([DEREncoder.set([DEREncoder.sequence([name, value])])])
        }
        return (try? CertificateFieldCheck.check(of: 0..<bytes.count, in: bytes)) != nil
    }

    @Test(
        arguments: [
            [0x0C, 0x02, 0xC3, 0xA9], [0x0C, 0x00], [0x12, 0x01, 0x31], [0x13, 0x01, 0x61],
            [0x14, 0x01, 0xE9], [0x16, 0x01, 0x40], [0x1C, 0x04, 0, 0, 0, 0x61],
            [0x1E, 0x02, 0, 0x61],
        ] as [[UInt8]],
        [3, 5]
    )
    func `a name is a text of any kind`(value: [UInt8], field: Int) throws {
        #expect(try isGood(value, field))
    }

    @Test(
        arguments: [
            [0x0C, 0x02, 0xC3, 0x28], [0x0C, 0x01, 0xE9], [0x13, 0x01, 0xE9], [0x16, 0x01, 0xE9],
            [0x1C, 0x03, 0, 0, 0x61], [0x1E, 0x03, 0, 0x61, 0], [0x02, 0x01, 0x61],
            [0x30, 0x00], [], [0x0C, 0x00, 0x0C, 0x00],
        ] as [[UInt8]],
        [3, 5]
    )
    func `a name that is no text, or not well encoded, is refused`(
        value: [UInt8],
        field: Int
    ) throws {
        #expect(try !isGood(value, field))
    }

    @Test(arguments: [1024, 1025], [3, 5])
    func `a name has at most 1,024 bytes`(size: Int, field: Int) throws {
        // The headers of the name's three elements and its type take 17 bytes.
        let text = Array(repeating: UInt8(ascii: "a"), count: size - 17)
        #expect(try isGood(DEREncoder.element(Tag.utf8String, text), field) == (size == 1024))
    }
}

@Suite struct CertificateDateTests {
    private func parse(_ text: String, _ tag: UInt8) -> Date? {
        let slice = Array(text.utf8)[...]
        let element = DERElement(tag: tag, start: 0, content: slice.indices, end: slice.count)
        return CertificateDate.parse(element, in: slice.span)
    }

    @Test(arguments: [
        ("500101000000Z", -631_152_000), ("491231235959Z", 2_524_607_999),
        ("700101000000Z", 0), ("240229120000Z", 1_709_208_000),
        ("20500101000000Z", 2_524_608_000), ("99991231235959Z", 253_402_300_799),
    ])
    func `certificates' dates have two forms`(text: String, seconds: TimeInterval) {
        let (tag, other) =
            text.utf8.count == 15
            ? (Tag.generalizedTime, Tag.utcTime) : (Tag.utcTime, Tag.generalizedTime)
        #expect(parse(text, tag)?.timeIntervalSince1970 == seconds)
        #expect(parse(text, other) == nil)
        #expect(parse(text, Tag.ia5String) == nil)
    }

    @Test(arguments: [
        "", "Z", "230229120000Z", "241301120000Z", "240100120000Z", "240101240000Z",
        "240101006000Z", "240101000060Z", "2401010000Z", "240101000000", "2401010000-0Z",
        "240101000000+0000", "00000101000000Z", "24010100000 Z", "20240101000060Z",
        "20240101000000.5Z",
    ])
    func `what is no date of a certificate is refused`(text: String) {
        #expect(parse(text, Tag.utcTime) == nil)
        #expect(parse(text, Tag.generalizedTime) == nil)
    }
}

@Suite struct CertificateIdentityTests {
    private let root: CertificateAuthority

    init() throws {
        root = try TestChain.good.get().root
    }

    private func isRead(_ bytes: [UInt8]) -> Bool {
        let slice = bytes[...]
        return (try? CertificateIdentity(of: slice.indices, in: slice.span)) != nil
    }

    @Test func `a certificate names its algorithm inside and outside alike`() throws {
        #expect(isRead(try RawCertificate.make(root, signedBy: root) { _ in }))
        let other = try RawCertificate.make(root, signedBy: root) {
            $0[2] = DEREncoder.algorithm(ObjectIdentifier.sha1WithRSA)
        }
        #expect(!isRead(other))
    }
}
