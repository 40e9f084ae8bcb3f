import Crypto
import _CryptoExtras

@testable import AppReceipt

/// Makes certificates that swift-certificates would not make.
enum RawCertificate {
    /// A certificate whose signed fields are changed, and signed again.
    static func make(
        _ certificate: CertificateAuthority,
        signedBy issuer: CertificateAuthority,
        _ change: (inout [[UInt8]]) throws -> Void
    ) throws -> [UInt8] {
        let parts = try members(of: certificate.encoded())
        var fields = try members(of: parts[0])
        try change(&fields)
        let body = DEREncoder.sequence(fields)
        let signature = try issuer.key.signature(
            for: SHA256.hash(data: body),
            padding: .insecurePKCS1v1_5
        )
        let bits = [0] + Array(signature.rawRepresentation)
        return DEREncoder.sequence([body, parts[1], DEREncoder.element(Tag.bitString, bits)])
    }

    /// A certificate in which the first extension stands twice.
    static func withExtensionTwice(
        _ certificate: CertificateAuthority,
        signedBy issuer: CertificateAuthority
    ) throws -> [UInt8] {
        try make(certificate, signedBy: issuer) { fields in
            let list = try members(of: fields[fields.count - 1])[0]
            let extensions = try members(of: list)
            let twice = DEREncoder.sequence(extensions + [extensions[0]])
            fields[fields.count - 1] = DEREncoder.element(fields[fields.count - 1][0], twice)
        }
    }

    /// The dates of a certificate as they are written in it, with or without the century.
    static func validity(_ dates: String...) -> [UInt8] {
        DEREncoder.sequence(
            dates.map { date in
                let tag = date.utf8.count == 13 ? Tag.utcTime : Tag.generalizedTime
                return DEREncoder.element(tag, Array(date.utf8))
            }
        )
    }

    /// The elements inside an element.
    static func members(of element: [UInt8]) throws -> [[UInt8]] {
        let slice = element[...]
        var outer = DERCursor(slice.indices)
        var cursor = DERCursor(try outer.next(in: slice.span).content)
        var members: [[UInt8]] = []
        while !cursor.isAtEnd {
            members.append(Array(element[try cursor.next(in: slice.span).whole]))
        }
        return members
    }
}
