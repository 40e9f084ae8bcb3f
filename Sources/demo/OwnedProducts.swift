import AppReceipt
import Foundation
import ReceiptValidation
import StoreKit
import SwiftyStoreKit

/// The customer's products, from a receipt that the app verified itself.
struct OwnedProducts {
    static let app = "bay.teacup.game"

    private let validator: LocalReceiptValidator

    /// Trusts one root; an app in the App Store trusts Apple's, which is the default.
    init(trusting root: [UInt8]) throws {
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([root]),
            rules: [.bundleIdentifier(Self.app), .environment(.sandbox)]
        )
        validator = LocalReceiptValidator(verifier: verifier, referenceDate: { Date() })
    }

    func show() async throws {
        let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
        let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
        Terminal.say(.app, "The receipt is signed by the App Store, for this game.")
        var forged = data
        forged[forged.count / 3] ^= 1
        if case .error = validator.validate(forged) {
            Terminal.say(.app, "A copy with one bit changed is refused.")
        }
        let statuses = SwiftyStoreKit.productStatuses(
            inReceipt: receipt,
            nonRenewing: [Item.summerPass.rawValue: 90 * 86_400]
        )
        let date = SwiftyStoreKit.referenceDate(inReceipt: receipt)
        Terminal.write("")
        for product in try await ProductList().products {
            guard let status = statuses[product.productIdentifier] else { continue }
            Terminal.row(product.localizedTitle, words(for: status, at: date))
        }
    }

    private func words(for status: ProductStatus, at date: Date) -> String {
        switch status.state {
        case .owned: "yours for good"
        case .active(let end), .inGracePeriod(let end):
            (status.items.first?.isTrialPeriod == true ? "free trial, " : "")
                + "\(Int((end.timeIntervalSince(date) / 86_400).rounded(.up))) days left"
        case .inBillingRetry, .expired: "over"
        case .upgraded: "replaced by a better one"
        case .revoked: "taken back"
        }
    }
}
