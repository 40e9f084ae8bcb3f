import Crypto

@testable import AppReceipt

extension Message {
    /// The signed attributes that this content needs, in DER's order.
    var neededAttributes: [[UInt8]] {
        [Self.contentType(), Self.messageDigest(Array(SHA256.hash(data: payload)))]
    }

    static func contentType(_ type: [UInt8] = ObjectIdentifier.data) -> [UInt8] {
        attribute(ObjectIdentifier.contentType, [DERWriter.element(Tag.objectIdentifier, type)])
    }

    static func messageDigest(_ digests: [UInt8]...) -> [UInt8] {
        attribute(ObjectIdentifier.messageDigest, digests.map(DERWriter.octetString))
    }

    private static func attribute(_ name: [UInt8], _ values: [[UInt8]]) -> [UInt8] {
        DERWriter.sequence([
            DERWriter.element(Tag.objectIdentifier, name), DERWriter.set(values),
        ])
    }
}
