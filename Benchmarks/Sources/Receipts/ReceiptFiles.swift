import AppReceipt
import Foundation

/// The measured receipts of N purchases, `N.der` and `N.b64` in a folder, and their root.
struct ReceiptFiles {
    static let sizes = [1, 10, 100, 1_000, 10_000]

    let folder: URL
    let root: URL

    /// The receipts of the folder in the settings, or new ones in a temporary folder.
    static func given(_ settings: Settings) throws -> ReceiptFiles {
        guard let folder = settings.folder, let root = settings.root else {
            return try IssuedReceipts().write()
        }
        return ReceiptFiles(folder: folder, root: root)
    }

    func der(_ size: Int) -> URL { folder.appendingPathComponent("\(size).der") }

    func base64(_ size: Int) -> URL { folder.appendingPathComponent("\(size).b64") }

    func receipt(_ size: Int) throws -> SignedReceipt {
        SignedReceipt(try Data(contentsOf: der(size)))
    }

    func roots() throws -> TrustedRoots {
        try TrustedRoots([Array(try Data(contentsOf: root))])
    }
}

/// Issues receipts like the App Store's, with purchases of some 400 bytes in 20 attributes.
struct IssuedReceipts {
    private let start = Date(timeIntervalSince1970: 1_577_836_800)
    private let day: TimeInterval = 86_400

    func write() throws -> ReceiptFiles {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("receipt-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = ReceiptFiles(folder: folder, root: folder.appendingPathComponent("root.der"))
        let identity = try SigningIdentity.make(
            name: "Benchmark",
            validFrom: start,
            until: start + 7_300 * day
        )
        try Data(identity.rootCertificate).write(to: files.root)
        for size in ReceiptFiles.sizes {
            let receipt = try ReceiptIssuer(identity: identity).issue(content(size))
            try Data(receipt.bytes).write(to: files.der(size))
            try Data(receipt.base64Encoded.utf8).write(to: files.base64(size))
        }
        return files
    }

    private func content(_ size: Int) -> ReceiptContent {
        var content = ReceiptContent(
            type: .production,
            bundleIdentifier: "com.example.app",
            appVersion: "4.2.1",
            creationDate: start + 1_600 * day,
            inAppPurchases: (0..<size).map(purchase)
        )
        content.appIdentifier = 1_234_567_890
        content.opaqueValue = Array(1...16)
        content.deviceHash = Array(1...20)
        content.ageRating = "4+"
        content.originalPurchaseDate = start
        content.originalAppVersion = "1.0"
        content.undocumented.bytes6 = Array(1...67)
        content.undocumented.bytes7 = Array(1...78)
        return content
    }

    /// A subscription's renewal; every tenth is the first of a subscription.
    private func purchase(_ number: Int) -> Receipt.InAppPurchase {
        let names = ["weekly", "monthly", "yearly"]
        let date = start + Double(number % 1_500) * day + Double(number)
        var purchase = Receipt.InAppPurchase(
            productIdentifier: "com.example.app.sub.\(names[number / 10 % 3])",
            transactionIdentifier: "\(100_000_000_000_000 + number)",
            purchaseDate: date
        )
        purchase.originalTransactionIdentifier = "\(100_000_000_000_000 + number / 10 * 10)"
        purchase.originalPurchaseDate = start
        purchase.productKind = .autoRenewable
        purchase.expirationDate = date + 30 * day
        purchase.undocumented1710 = 0
        purchase.webOrderLineItemIdentifier = Int64(200_000_000_000_000 + number)
        purchase.isTrialPeriod = false
        purchase.isInIntroductoryOfferPeriod = false
        return purchase
    }
}
