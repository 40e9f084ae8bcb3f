import Foundation
import LocalAppStore
import StoreKit
import TestSupport

/// A task that buys by StoreKit 2.
struct ProductWorker {
    let store: Store
    let journal: Journal
    let known: KnownEntries
    let picker: ProductPicker
    let listener: ChildListener
    var random: SplitMix64

    mutating func step() async throws {
        guard let intent = picker.pick(by: .product, &random),
            let product = try await Product.products(for: [intent.productID]).first
        else { return }
        let options = try intent.options(signedBy: store)
        try journal.add(.pay(intent))
        do {
            switch try await product.purchase(options: options) {
            case .success(let result): try await listener.receive(result)
            case .pending: try report(intent)
            case .userCancelled: try journal.add(.refused(name: intent.name))
            }
        } catch is Product.PurchaseError {
            try journal.add(.refused(name: intent.name))
        } catch StoreKitError.unknown {
            try journal.add(.refused(name: intent.name))
        }
    }

    /// Publishes a pending purchase for other steps to approve; StoreKit 2 returns no identifier.
    private func report(_ intent: PaymentIntent) throws {
        let entry = try store.entries().first { $0.paymentName == intent.name }
        if let entry { known.add(entry) }
    }
}

extension PaymentIntent {
    /// The options of a purchase by StoreKit 2.
    fileprivate func options(signedBy store: Store) throws -> Set<Product.PurchaseOption> {
        var options: Set<Product.PurchaseOption> = [.simulatesAskToBuyInSandbox(asksToBuy)]
        if let account = UUID(uuidString: name) { options.insert(.appAccountToken(account)) }
        if quantity > 1 { options.insert(.quantity(quantity)) }
        if let discount = try discount(signedBy: store) {
            options.insert(
                .promotionalOffer(
                    offerID: discount.offerID,
                    keyID: discount.keyID,
                    nonce: discount.nonce,
                    signature: Data(base64Encoded: discount.signature) ?? Data(),
                    timestamp: Int(discount.timestamp)
                )
            )
        }
        return options
    }
}
