import Foundation

extension TrustedRoots {
    /// Apple's three root certificates; receipts lead to the first.
    ///
    /// They are those of apple.com/certificateauthority. Xcode's certificate is not among them.
    public static let apple = TrustedRoots(encodedOrNothing: AppleRootCertificates.all)

    /// Trusts nothing if one certificate is damaged, so that a damaged program refuses rather than trusts.
    private init(encodedOrNothing encoded: [String]) {
        let roots = encoded.compactMap { Data(base64Encoded: $0).map(Array.init) }
        certificates = (try? Self(roots))?.certificates ?? []
        testSigners = []
    }
}
