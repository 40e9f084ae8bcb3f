package import Foundation

/// The newest statements about one transaction.
///
/// Terms and account are told apart, because a receipt has terms but no account: an upload of a
/// receipt must not take a purchase from its owner.
package struct TransactionFact: Hashable, Sendable {
    package let key: PurchaseKey
    package let transactionID: String
    package private(set) var terms: Terms
    /// The owner; `nil` if only receipts mentioned the transaction.
    package private(set) var account: Account?

    package init(key: PurchaseKey, transactionID: String, terms: Terms, account: Account?) {
        self.key = key
        self.transactionID = transactionID
        self.terms = terms
        self.account = account
    }

    /// What was bought, when, and until when.
    package struct Terms: Hashable, Sendable {
        package var watermark: Watermark
        package var productID: String
        package var purchaseDate: Milliseconds
        package var expirationDate: Milliseconds?
        package var revocationDate: Milliseconds?

        package init(
            watermark: Watermark,
            productID: String,
            purchaseDate: Milliseconds,
            expirationDate: Milliseconds? = nil,
            revocationDate: Milliseconds? = nil
        ) {
            self.watermark = watermark
            self.productID = productID
            self.purchaseDate = purchaseDate
            self.expirationDate = expirationDate
            self.revocationDate = revocationDate
        }
    }

    /// The owner, and the kind of product, as signed transactions have them.
    package struct Account: Hashable, Sendable {
        package var watermark: Watermark
        /// The `appAccountToken`.
        package var token: UUID?
        /// The type of the product in the App Store's words, such as `Consumable`.
        package var productType: String?

        package init(watermark: Watermark, token: UUID? = nil, productType: String? = nil) {
            self.watermark = watermark
            self.token = token
            self.productType = productType
        }
    }

    /// Takes over what counts more in other statements about the same transaction.
    package mutating func merge(_ other: TransactionFact) {
        if other.terms.watermark > terms.watermark { terms = other.terms }
        guard let newAccount = other.account else { return }
        if account.map({ newAccount.watermark > $0.watermark }) ?? true { account = newAccount }
    }
}
