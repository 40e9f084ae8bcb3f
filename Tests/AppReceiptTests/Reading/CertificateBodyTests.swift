import Testing

@testable import AppReceipt

@Suite struct CertificateBodyTests {
    private func isGood(_ value: [UInt8], _ field: Int) throws -> Bool {
        let root = try TestChain.good.get().root
        let name = DERWriter.element(Tag.objectIdentifier, [0x55, 0x04, 0x03])
        let octets = try RawCertificate.make(root, signedBy: root) {
            $0[field] = DERWriter.sequence([DERWriter.set([DERWriter.sequence([name, value])])])
        }
        return (try? CertificateBody.check(of: 0..<octets.count, in: octets)) != nil
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
}
