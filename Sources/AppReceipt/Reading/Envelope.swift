/// A receipt's CMS message taken apart (RFC 5652, section 5), with nothing verified.
struct Envelope {
    let message: [UInt8]
    /// The octets that hold the signed content: the message itself, or the joined pieces of a BER
    /// message.
    let contentStorage: [UInt8]
    let contentRange: Range<Int>
    /// What `SignedData.digestAlgorithms` names.
    let declaredDigest: ReceiptDigest
    /// Where the certificates lie in `message`, in its order.
    let certificates: [Range<Int>]
    let signer: SignerInfo

    /// From the first certificate to the last; there is nothing between them.
    var allCertificates: Range<Int> {
        guard let first = certificates.first, let last = certificates.last else { return 0..<0 }
        return first.lowerBound..<last.upperBound
    }

    var content: ArraySlice<UInt8> { contentStorage[contentRange] }
}
