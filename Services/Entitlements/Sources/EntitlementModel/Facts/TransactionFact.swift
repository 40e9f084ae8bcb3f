public import Foundation

/// The newest statements about one transaction.
///
/// Terms and account are told apart, because a receipt has terms but no account: an upload of a
/// receipt must not take a purchase from its owner.
public struct TransactionFact: Hashable, Sendable {
    public let key: PurchaseKey
    public let transactionID: String
    public private(set) var terms: Terms
    /// The owner; `nil` if only receipts mentioned the transaction.
    public private(set) var account: Account?

    public init(key: PurchaseKey, transactionID: String, terms: Terms, account: Account?) {
        self.key = key
        self.transactionID = transactionID
        self.terms = terms
        self.account = account
    }

    /// What was bought, when, and until when.
    public struct Terms: Hashable, Sendable {
        public var watermark: Watermark
        public var productID: String
        public var purchaseDate: Milliseconds
        public var expirationDate: Milliseconds?
        public var revocationDate: Milliseconds?

        public init(
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
    public struct Account: Hashable, Sendable {
        public var watermark: Watermark
        /// The `appAccountToken`.
        public var token: UUID?
        /// The type of the product in the App Store's words, such as `Consumable`.
        public var productType: String?

        public init(watermark: Watermark, token: UUID? = nil, productType: String? = nil) {
            self.watermark = watermark
            self.token = token
            self.productType = productType
        }
    }

    /// Takes over what counts more in other statements about the same transaction.
    public mutating func merge(_ other: TransactionFact) {
        if other.terms.watermark > terms.watermark { terms = other.terms }
        guard let newAccount = other.account else { return }
        if account.map({ newAccount.watermark > $0.watermark }) ?? true { account = newAccount }
    }
}
