import AppReceipt
import LocalAppStore
import Testing

extension Store {
    /// The store's receipt, verified as an app in a test would.
    func verifiedReceipt() throws -> Receipt {
        let signed = try #require(try receipt())
        return try verifier().verify(signed)
    }

    func verifier() throws -> ReceiptVerifier {
        let roots = try TrustedRoots([try receiptRootCertificate])
        return ReceiptVerifier(
            trustedRoots: roots,
            rules: [.bundleIdentifier(app.bundleIdentifier), .version(app.version)]
        )
    }

    var productsInReceipt: [String] {
        get throws { try verifiedReceipt().inAppPurchases.map(\.productIdentifier).sorted() }
    }
}
