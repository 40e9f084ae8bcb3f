/// The signers that were found good, by the exact bytes of a header, and by the certificates in it.
///
/// Whether certificates are trusted depends only on their bytes and the roots. So a remembered
/// signer is the result of verifying them again, and no verdict depends on earlier documents. A
/// header that is the same byte by byte need not be decoded. Another one may hold the same
/// certificates: Xcode writes the members in any order.
///
/// Only signers with a valid signature and chain are stored, and a few headers of each signer's
/// certificate, so that a client without a trusted certificate can't push out another's.
struct TrustedSignerCache: Sendable {
    private let entries: RecentlyUsed<Entry>

    private struct Entry: Sendable {
        let header: [UInt8]
        let certificates: [[UInt8]]
        let signer: TrustedSigner
    }

    init(limit: Int = 64, signerLimit: Int = 8) {
        entries = RecentlyUsed(limit: limit, groupLimit: signerLimit)
    }

    var count: Int { entries.count }

    /// The signer of an earlier document with the same header.
    func signer(for compact: CompactJWS) -> TrustedSigner? {
        let slice = compact.bytes[...]
        let bytes = slice.span
        let header = compact.encodedHeader.indices
        return entries.first { bytes.holds($0.header, at: header) }?.signer
    }

    /// The signer of an earlier document with the same certificates in the same order.
    func signer(with certificates: [[UInt8]]) -> TrustedSigner? {
        entries.first { $0.certificates == certificates }?.signer
    }

    /// Stores the signer of a document with these certificates, the signer's first.
    func insert(_ signer: TrustedSigner, certificates: [[UInt8]], for compact: CompactJWS) {
        let entry = Entry(
            header: Array(compact.encodedHeader),
            certificates: certificates,
            signer: signer
        )
        entries.insert(
            entry,
            replacing: { $0.header == entry.header },
            inGroupOf: { $0.certificates.first == certificates.first }
        )
    }
}
