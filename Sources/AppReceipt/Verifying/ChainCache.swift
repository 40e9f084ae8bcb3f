/// Valid chains by the exact bytes of a receipt's certificates.
///
/// The chain of a receipt depends only on its certificates, in their order, and the name of its
/// signer. So a remembered chain is the result of building it again, and no verdict depends on
/// earlier receipts.
///
/// Only valid chains are stored, and a few for each signer's certificate, so that a client without
/// a trusted certificate can't push out another's. The certificates of a receipt are not signed:
/// any client can reorder those of a valid one, and the chain in the usual order must stay.
final class ChainCache: Sendable {
    private let entries: RecentlyUsed<Entry>

    init(limit: Int = 64, signerLimit: Int = 8) {
        entries = RecentlyUsed(limit: limit, groupLimit: signerLimit)
    }

    var count: Int { entries.count }

    /// The chain of an earlier message with the same certificates and signer.
    func cachedChain(for signedData: CMSSignedData) -> TrustedChain? {
        entries.first { $0.matches(signedData) }?.chain
    }

    /// Stores the chain of a message, whose signer's certificate has the index `signer`.
    func insert(_ chain: TrustedChain, for signedData: CMSSignedData, signer: Int) {
        let entry = Entry(chain, for: signedData, signer: signer)
        entries.insert(
            entry,
            replacing: { $0.matches(signedData) },
            inGroupOf: { $0.signerCertificate == entry.signerCertificate }
        )
    }

    private struct Entry: Sendable {
        let chain: TrustedChain
        let signerCertificate: [UInt8]
        private let certificates: [UInt8]
        private let issuer: [UInt8]
        private let serial: [UInt8]

        // Arrays instead of slices, which would keep the whole message in memory.
        init(_ chain: TrustedChain, for signedData: CMSSignedData, signer: Int) {
            self.chain = chain
            signerCertificate = Array(signedData.message[signedData.certificates[signer]])
            certificates = Array(signedData.message[signedData.allCertificates])
            issuer = Array(signedData.message[signedData.signer.issuer])
            serial = Array(signedData.message[signedData.signer.serial])
        }

        func matches(_ signedData: CMSSignedData) -> Bool {
            let slice = signedData.message[...]
            let bytes = slice.span
            return bytes.holds(serial, at: signedData.signer.serial)
                && bytes.holds(issuer, at: signedData.signer.issuer)
                && bytes.holds(certificates, at: signedData.allCertificates)
        }
    }
}
