import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// How a message is encoded around its content: E1 to E4, E8, E13.
    static let envelopes: [AdversarialCase] = lengths + many + forms

    private static let lengths =
        [
            ("no octets", []), ("one octet", [0x30]), ("an empty sequence", [0x30, 0x00]),
            ("length beyond the end", [0x30, 0x7F, 0x06]),
            ("length of four octets beyond the end", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("length of 2^31", [0x30, 0x84, 0x80, 0, 0, 0]),
            ("length of eight octets", [0x30, 0x88] + Array(repeating: 0xFF, count: 8)),
            ("length of 127 octets", [0x30, 0xFF] + Array(repeating: 0, count: 127)),
            ("length not in its shortest form", [0x30, 0x81, 0x02, 0x05, 0x00]),
            ("length with a zero before it", [0x30, 0x82, 0x00, 0x02, 0x05, 0x00]),
            ("indefinite length without end", [0x30, 0x80]),
            ("indefinite length with nothing", [0x30, 0x80, 0, 0]),
            ("indefinite length of a primitive element", [0x04, 0x80, 0, 0]),
            ("tag of several octets", [0x3F, 0x81, 0x01, 0x00]),
            ("end-of-contents mark alone", [0x00, 0x00]),
            ("text", Array("not a receipt".utf8)),
        ].map { (name: String, octets: [UInt8]) in
            AdversarialCase("E2 \(name)", .structure, octets: { octets })
        }

    private static let many = [
        AdversarialCase(
            "E3 10,000 indefinite elements inside each other",
            .structure,
            octets: {
                Array(repeating: [0x30, 0x80] as [UInt8], count: 10_000).flatMap { $0 }
            }
        ),
        AdversarialCase(
            "E3 10,000 indefinite elements that end",
            .structure,
            octets: {
                Array(repeating: [0x30, 0x80] as [UInt8], count: 10_000).flatMap { $0 }
                    + Array(repeating: 0, count: 20_000)
            }
        ),
        AdversarialCase("E3 10,000 definite elements inside each other", .structure, octets: deep),
        AdversarialCase(
            "E3 10,000 elements as a certificate",
            .signer,
            message: {
                $0.certificates = [deep()]
            }
        ),
        AdversarialCase(
            "E3 10,000 elements as a certificate that no chain needs",
            .chain,
            message: {
                $0.certificates.append(deep())
            }
        ),
        AdversarialCase(
            "E4 a million tiny elements",
            .structure,
            octets: {
                DERWriter.sequence([
                    Array(repeating: [0x05, 0x00] as [UInt8], count: 1_000_000).flatMap { $0 }
                ])
            }
        ),
        AdversarialCase(
            "E4 eleven certificates",
            .structure,
            message: {
                $0.certificates = Array(repeating: $0.certificates[2], count: 11)
            }
        ),
        AdversarialCase(
            "E4 100,000 certificates",
            .structure,
            message: {
                $0.certificates = Array(repeating: [0x30, 0x00], count: 100_000)
            }
        ),
        AdversarialCase(
            "E4 65 signed attributes",
            .structure,
            message: {
                $0.attributes = Array(repeating: $0.neededAttributes[1], count: 65)
            }
        ),
        AdversarialCase(
            "E4 100 MB of zeros",
            .structure,
            octets: {
                Array(repeating: 0, count: 100_000_000)
            }
        ),
        AdversarialCase(
            "E4 message one octet too large",
            .structure,
            octets: {
                try padded(to: ReadingLimits.messageSize + 1)
            }
        ),
        AdversarialCase(
            "E4 message as large as is allowed",
            nil,
            octets: {
                try padded(to: ReadingLimits.messageSize)
            }
        ),
    ]

    private static let forms = [
        AdversarialCase(
            "E1 Xcode's indefinite lengths",
            nil,
            octets: {
                try BERMessage(.make()).encoded(pieceSize: 100)
            }
        ),
        AdversarialCase(
            "E1 certificate of indefinite length",
            .structure,
            message: {
                let parts = Array(try RawCertificate.members(of: $0.certificates[0]).joined())
                $0.certificates[0] = BERMessage.indefinite(Tag.sequence, parts)
            }
        ),
        AdversarialCase(
            "E1 signer of indefinite length",
            .structure,
            message: {
                let parts = Array(try RawCertificate.members(of: try $0.signerInfo()).joined())
                $0.hasSigner = false
                $0.otherSigners = [BERMessage.indefinite(Tag.sequence, parts)]
            }
        ),
        AdversarialCase("E8 octet behind the message", .structure, octets: { try good() + [0] }),
        AdversarialCase("E8 message twice", .structure, octets: { try good() + good() }),
        AdversarialCase("E8 octet before the message", .structure, octets: { [0] + (try good()) }),
        AdversarialCase(
            "E8 element behind the signed data",
            .structure,
            message: {
                $0.trailingInContentInfo = [0x05, 0x00]
            }
        ),
        AdversarialCase(
            "E8 element behind the signers",
            .structure,
            message: {
                $0.trailingInSignedData = [0x05, 0x00]
            }
        ),
        AdversarialCase(
            "E8 element behind the content's string",
            .structure,
            message: {
                let string = DERWriter.octetString($0.payload)
                $0.content = DERWriter.element(Tag.context0, string + [0x05, 0x00])
            }
        ),
        AdversarialCase(
            "E8 element behind the content",
            .structure,
            message: {
                let string = DERWriter.octetString($0.payload)
                $0.content = DERWriter.element(Tag.context0, string) + [0x05, 0x00]
            }
        ),
        AdversarialCase("E13 no content", .structure, message: { $0.content = [] }),
        AdversarialCase(
            "E13 content that is empty",
            .structure,
            message: {
                $0.content = DERWriter.element(Tag.context0, [])
            }
        ),
        AdversarialCase(
            "E13 content that is NULL",
            .structure,
            message: {
                $0.content = DERWriter.element(Tag.context0, [0x05, 0x00])
            }
        ),
        AdversarialCase(
            "E13 content without its string",
            .structure,
            message: {
                $0.content = DERWriter.element(Tag.context0, $0.payload)
            }
        ),
        AdversarialCase(
            "E13 content of another type",
            .structure,
            message: {
                $0.contentType = ObjectIdentifier.signedData
            }
        ),
        AdversarialCase(
            "message of another type",
            .structure,
            message: {
                $0.messageType = ObjectIdentifier.data
            }
        ),
        AdversarialCase("signed data of version 3", .structure, message: { $0.version = 3 }),
    ]

    @Sendable private static func good() throws -> [UInt8] {
        try TestChain.good.get().issuer().issue(.make()).bytes
    }

    @Sendable private static func deep() -> [UInt8] {
        DERWriter.nested(Tag.sequence, depth: 10_000)
    }

    /// A good receipt with so large an attribute that the message gets this size.
    private static func padded(to size: Int) throws -> [UInt8] {
        let message: (Int) throws -> [UInt8] = { count in
            let filler = Attribute.make(99, Array(repeating: 0x5A, count: count))
            let attributes = Array(Attribute.required.joined()) + filler
            let payload = DERWriter.element(Tag.set, attributes)
            return try Message(TestChain.good.get(), payload: payload).receipt().bytes
        }
        // From here to the limit every length around the filler takes as many octets.
        let overhead = try message(70_000).count - 70_000
        return try message(size - overhead)
    }
}
