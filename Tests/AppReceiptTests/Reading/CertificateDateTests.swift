import Foundation
import Testing

@testable import AppReceipt

@Suite struct CertificateDateTests {
    private func parse(_ text: String, _ tag: UInt8) -> Date? {
        let slice = Array(text.utf8)[...]
        let element = Element(tag: tag, start: 0, content: slice.indices, end: slice.count)
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
