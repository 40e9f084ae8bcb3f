import Foundation
import LocalAppStore

/// A payment that a child is about to make, under a name by which the ledger's entry is found.
struct PaymentIntent: Codable, Equatable, Sendable {
    /// The payment's token when the child pays the store itself, else the payment's user name.
    var name: String
    var productID: String
    var quantity = 1
    var asksToBuy = false
    var isMadeThroughQueue = false

    /// The request to the store; `nil` when the payment queue makes the request and chooses the
    /// token.
    var request: PaymentRequest? {
        guard !isMadeThroughQueue, let token = UUID(uuidString: name) else { return nil }
        return PaymentRequest(
            productID: productID,
            quantity: quantity,
            token: token,
            simulatesAskToBuy: asksToBuy
        )
    }
}

extension LedgerEntry {
    /// The name of the payment that made the entry.
    var paymentName: String { applicationUsername ?? paymentToken.uuidString }
}
