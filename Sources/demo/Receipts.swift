import AppReceipt
import Foundation
import ReceiptValidation
import StoreKit
import SwiftyStoreKit

/// What the customer owns, read from a receipt that the app verified by itself.
struct Receipts {
    static let app = "bay.teacup.game"
    private static let season: TimeInterval = 90 * 86_400

    private let validator: LocalReceiptValidator

    /// Trusts one root, which in an app that is sold is Apple's and needs no mention.
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
        Screen.say(.app, "The receipt is signed by the App Store, for this game.")
        try refuse(data)
        let statuses = SwiftyStoreKit.productStatuses(
            inReceipt: receipt,
            nonRenewing: [Item.summerPass.rawValue: Self.season]
        )
        let date = SwiftyStoreKit.referenceDate(inReceipt: receipt)
        Screen.write("")
        for product in try await Shelf().products {
            guard let status = statuses[product.productIdentifier] else { continue }
            let title = product.localizedTitle.padding(toLength: 22, withPad: " ", startingAt: 0)
            Screen.write("  " + title + words(for: status, at: date))
        }
    }

    /// One changed octet, and the receipt proves nothing.
    private func refuse(_ receipt: Data) throws {
        var forged = receipt
        forged[forged.count / 3] ^= 1
        guard case .error = validator.validate(forged) else { return }
        Screen.say(.app, "A copy with one bit changed is refused.")
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
