// The context in which the documentation's samples run.
import AppReceipt
import Foundation
import LocalAppStore
import ReceiptValidation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit

@MainActor enum Shop {
    /// The file of the article *Configuration files*, which is in the current folder.
    nonisolated static let file = URL(fileURLWithPath: "Products.storekit")

    /// Makes the values of App.swift: those of a customer who has bought.
    static func open() async throws {
        try await withStore(contentsOf: file) { session in
            session.receiptBundleIdentifier = "com.example.app"
            for product in ["map", "summer", "monthly"] {
                _ = try await SwiftyStoreKit.purchaseProduct("com.example." + product)
            }
            let info = try await SwiftyStoreKit.retrieveProductsInfo(["com.example.coins"])
            product = info.retrievedProducts.first ?? product
            payment = SKPayment(product: product)
            data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
            requestBody = Data(#"{"receipt-data":"\#(data.base64EncodedString())"}"#.utf8)
            validator = LocalReceiptValidator(
                verifier: ReceiptVerifier(
                    trustedRoots: try TrustedRoots([try session.receiptRootCertificate]),
                    rules: []
                ),
                referenceDate: { Date() }
            )
            receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
            // The folder of receipts beside a ledger.
            let folder = URL(fileURLWithPath: "shop.ledger-receipts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let root = Data(try session.receiptRootCertificate)
            try root.write(to: folder.appendingPathComponent("root.cer"))
        }
    }

    /// Runs a sample to the end of what it began.
    static func run(
        _ name: String,
        _ sample: @escaping @MainActor () async throws -> Void
    ) async throws {
        let session = try SKTestSession.current
        session.receiptBundleIdentifier = "com.example.app"
        SwiftyStoreKit.completeTransactions { _ in }
        testSession = session
        defer { testSession = nil }
        localStore = try Store(catalog: Catalog(contentsOf: file), at: .memory)
        let task = Task { try await sample() }
        if endless.contains(name) {
            await session.deliveries()
            task.cancel()
        }
        try await task.value
        await session.deliveries()
    }

    /// The samples that wait for updates as long as the app runs.
    private static let endless: Set = ["UsingStoreKit2_2"]
}
