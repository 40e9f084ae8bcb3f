import Foundation

extension TrustedRoots {
    /// Apple's three root certificates; receipts lead to the first.
    ///
    /// They are those of apple.com/certificateauthority. Xcode's certificate is not among them.
    public static let apple = TrustedRoots(
        allOrNothing: AppleRootCertificates.all.map { root in
            Data(base64Encoded: root).map(Array.init) ?? []
        }
    )
}
