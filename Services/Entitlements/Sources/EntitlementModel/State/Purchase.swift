package import Foundation

/// What all statements about an original transaction come to.
package struct Purchase: Hashable, Sendable {
    package let originalTransactionID: String
    /// The `appAccountToken` of the newest transaction; `nil` if it has none.
    package var owner: UUID?
    package var productID: String
    /// The type of the product in the App Store's words; `nil` if only receipts mentioned it.
    package var productType: String?
    package var purchaseDate: Milliseconds
    package var expirationDate: Milliseconds?
    package var isRevoked: Bool
    /// The renewal info; `nil` for other purchases than subscriptions.
    package var renewal: Renewal?

    package init(
        originalTransactionID: String,
        owner: UUID? = nil,
        productID: String,
        productType: String? = nil,
        purchaseDate: Milliseconds,
        expirationDate: Milliseconds? = nil,
        isRevoked: Bool = false,
        renewal: Renewal? = nil
    ) {
        self.originalTransactionID = originalTransactionID
        self.owner = owner
        self.productID = productID
        self.productType = productType
        self.purchaseDate = purchaseDate
        self.expirationDate = expirationDate
        self.isRevoked = isRevoked
        self.renewal = renewal
    }

    /// The subscription's future after its period.
    package struct Renewal: Hashable, Sendable {
        package var signingDate: Milliseconds
        package var gracePeriodEnd: Milliseconds?
        package var isInBillingRetry: Bool

        package init(
            signingDate: Milliseconds,
            gracePeriodEnd: Milliseconds? = nil,
            isInBillingRetry: Bool = false
        ) {
            self.signingDate = signingDate
            self.gracePeriodEnd = gracePeriodEnd
            self.isInBillingRetry = isInBillingRetry
        }
    }
}

extension Purchase {
    /// Makes a purchase of its statements; `nil` if there is no transaction among them.
    ///
    /// The latest transaction by purchase date decides, so the refund of an earlier period changes
    /// nothing. Of several with one purchase date, that with the greatest identifier decides, byte
    /// by byte.
    package init?(_ transactions: some Sequence<TransactionFact>, _ renewal: RenewalFact?) {
        let latest = transactions.max { left, right in
            if left.terms.purchaseDate != right.terms.purchaseDate {
                return left.terms.purchaseDate < right.terms.purchaseDate
            }
            return left.transactionID.utf8.lexicographicallyPrecedes(right.transactionID.utf8)
        }
        guard let latest else { return nil }
        self.init(
            originalTransactionID: latest.key.originalTransactionID,
            owner: latest.account?.token,
            productID: latest.terms.productID,
            productType: latest.account?.productType,
            purchaseDate: latest.terms.purchaseDate,
            expirationDate: latest.terms.expirationDate,
            isRevoked: latest.terms.watermark.isRevoked,
            renewal: renewal.map {
                Renewal(
                    signingDate: $0.watermark.signingDate,
                    gracePeriodEnd: $0.gracePeriodEnd,
                    isInBillingRetry: $0.isInBillingRetry
                )
            }
        )
    }
}
