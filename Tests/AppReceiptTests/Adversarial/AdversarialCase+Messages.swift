import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// Messages that are malformed, too large or too deep around their content.
    static let messages: [AdversarialCase] = lengths + many + forms

    private static let lengths =
        [
            ("no bytes", []), ("one byte", [0x30]), ("an empty sequence", [0x30, 0x00]),
            ("length beyond the end", [0x30, 0x7F, 0x06]),
            ("length of four bytes beyond the end", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("length of 2^31", [0x30, 0x84, 0x80, 0, 0, 0]),
            ("length of eight bytes", [0x30, 0x88] + Array(repeating: 0xFF, count: 8)),
            ("length of 127 bytes", [0x30, 0xFF] + Array(repeating: 0, count: 127)),
            ("length not in its shortest form", [0x30, 0x81, 0x02, 0x05, 0x00]),
            ("length with a zero before it", [0x30, 0x82, 0x00, 0x02, 0x05, 0x00]),
            ("indefinite length without end", [0x30, 0x80]),
            ("indefinite length with nothing", [0x30, 0x80, 0, 0]),
            ("indefinite length of a primitive element", [0x04, 0x80, 0, 0]),
            ("tag of several bytes", [0x3F, 0x81, 0x01, 0x00]),
            ("end-of-contents mark alone", [0x00, 0x00]),
            ("text", Array("not a receipt".utf8)),
        ].map { (name: String, bytes: [UInt8]) in
            AdversarialCase("\(name)", .structure, bytes: { bytes })
        }

    private static let many = [
        AdversarialCase(
            "10,000 indefinite elements inside each other",
            .structure,
            bytes: {
                Array(repeating: [0x30, 0x80] as [UInt8], count: 10_000).flatMap { $0 }
            }
        ),
        AdversarialCase(
            "10,000 indefinite elements that end",
            .structure,
            bytes: {
                Array(repeating: [0x30, 0x80] as [UInt8], count: 10_000).flatMap { $0 }
                    + Array(repeating: 0, count: 20_000)
            }
        ),
        AdversarialCase("10,000 definite elements inside each other", .structure, bytes: deep),
        AdversarialCase(
            "10,000 elements as a certificate",
            .signer,
            message: {
                $0.certificates = [deep()]
            }
        ),
        AdversarialCase(
            "10,000 elements as a certificate that no chain needs",
            .chain,
            message: {
                $0.certificates.append(deep())
            }
        ),
        AdversarialCase(
            "a million tiny elements",
            .structure,
            bytes: {
                DEREncoder.sequence([
                    Array(repeating: [0x05, 0x00] as [UInt8], count: 1_000_000).flatMap { $0 }
                ])
            }
        ),
        AdversarialCase(
            "eleven certificates",
            .structure,
            message: {
                $0.certificates = Array(repeating: $0.certificates[2], count: 11)
            }
        ),
        AdversarialCase(
            "100,000 certificates",
            .structure,
            message: {
                $0.certificates = Array(repeating: [0x30, 0x00], count: 100_000)
            }
        ),
        AdversarialCase(
            "65 signed attributes",
            .structure,
            message: {
                $0.attributes = Array(repeating: $0.neededAttributes[1], count: 65)
            }
        ),
        AdversarialCase(
            "100 MB of zeros",
            .structure,
            bytes: {
                Array(repeating: 0, count: 100_000_000)
            }
        ),
        AdversarialCase(
            "message one byte too large",
            .structure,
            bytes: {
                try padded(to: DecodingLimits.messageSize + 1)
            }
        ),
        AdversarialCase(
            "message as large as is allowed",
            nil,
            bytes: {
                try padded(to: DecodingLimits.messageSize)
            }
        ),
    ]

    private static let forms = [
        AdversarialCase(
            "Xcode's indefinite lengths",
            nil,
            bytes: {
                try BERMessage(.make()).encoded(pieceSize: 100)
            }
        ),
        AdversarialCase(
            "certificate of indefinite length",
            .structure,
            message: {
                let parts = Array(try RawCertificate.members(of: $0.certificates[0]).joined())
                $0.certificates[0] = BERMessage.indefinite(Tag.sequence, parts)
            }
        ),
        AdversarialCase(
            "signer of indefinite length",
            .structure,
            message: {
                let parts = Array(try RawCertificate.members(of: try $0.signerInfo()).joined())
                $0.hasSigner = false
                $0.otherSigners = [BERMessage.indefinite(Tag.sequence, parts)]
            }
        ),
        AdversarialCase("byte behind the message", .structure, bytes: { try good() + [0] }),
        AdversarialCase("message twice", .structure, bytes: { try good() + good() }),
        AdversarialCase("byte before the message", .structure, bytes: { [0] + (try good()) }),
        AdversarialCase(
            "element behind the signed data",
            .structure,
            message: {
                $0.trailingInContentInfo = [0x05, 0x00]
            }
        ),
        AdversarialCase(
            "element behind the signers",
            .structure,
            message: {
                $0.trailingInSignedData = [0x05, 0x00]
            }
        ),
        AdversarialCase(
            "element behind the content's string",
            .structure,
            message: {
                let string = DEREncoder.octetString($0.payload)
                $0.content = DEREncoder.element(Tag.context0, string + [0x05, 0x00])
            }
        ),
        AdversarialCase(
            "element behind the content",
            .structure,
            message: {
                let string = DEREncoder.octetString($0.payload)
                $0.content = DEREncoder.element(Tag.context0, string) + [0x05, 0x00]
            }
        ),
        AdversarialCase("no content", .structure, message: { $0.content = [] }),
        AdversarialCase(
            "content that is empty",
            .structure,
            message: {
                $0.content = DEREncoder.element(Tag.context0, [])
            }
        ),
        AdversarialCase(
            "content that is NULL",
            .structure,
            message: {
                $0.content = DEREncoder.element(Tag.context0, [0x05, 0x00])
            }
        ),
        AdversarialCase(
            "content without its string",
            .structure,
            message: {
                $0.content = DEREncoder.element(Tag.context0, $0.payload)
            }
        ),
        AdversarialCase(
            "content of another type",
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
        DEREncoder.nested(Tag.sequence, depth: 10_000)
    }

    /// A good receipt with so large an attribute that the message gets this size.
    private static func padded(to size: Int) throws -> [UInt8] {
        let message: (Int) throws -> [UInt8] = { count in
            let filler = Attribute.make(99, Array(repeating: 0x5A, count: count))
            let attributes = Array(Attribute.required.joined()) + filler
            let payload = DEREncoder.element(Tag.set, attributes)
            return try Message(TestChain.good.get(), payload: payload).receipt().bytes
        }
        // From here to the limit every length around the filler takes as many bytes.
        let overhead = try message(70_000).count - 70_000
        return try message(size - overhead)
    }
}
