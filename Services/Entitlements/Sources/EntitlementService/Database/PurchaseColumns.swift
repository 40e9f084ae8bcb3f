import EntitlementModel
import Foundation
import PostgreSQL

// Each list of columns sets the order for writing rows. The initializers below read the same order.

extension TableColumns {
    /// The columns app, environment and original transaction.
    fileprivate static func key(_ key: @escaping @Sendable (Row) -> PurchaseKey) -> [Column] {
        [
            Column("app", "text") { .text(key($0).scope.app) },
            Column("environment", "text") { .text(key($0).scope.environment.rawValue) },
            Column("original_id", "text") { .text(key($0).originalTransactionID) },
        ]
    }
}

extension TableColumns where Row == TransactionFact {
    static let transaction = TableColumns(
        key: key(\.key) + [Column("transaction_id", "text") { .text($0.transactionID) }],
        others: [
            Column("signed_at", "bigint") { .integer($0.terms.watermark.signingDate) },
            Column("is_revoked", "boolean") { .flag($0.terms.watermark.isRevoked) },
            Column("digest", "bytea") { .bytes($0.terms.watermark.digest) },
            Column("product_id", "text") { .text($0.terms.productID) },
            Column("purchased_at", "bigint") { .integer($0.terms.purchaseDate) },
            Column("expires_at", "bigint") { .integer($0.terms.expirationDate) },
            Column("revoked_at", "bigint") { .integer($0.terms.revocationDate) },
            Column("last_revocation", "bigint") { .integer($0.lastRevocation) },
            Column("refunded_seats", "integer") {
                .integer(($0.seatRefund?.seats).map(Int64.init))
            },
            Column("seats_refunded_at", "bigint") { .integer($0.seatRefund?.signingDate) },
            Column("account_signed_at", "bigint") { .integer($0.claim?.signingDate) },
            Column("account_token", "uuid") { .uuid($0.claim?.token) },
            Column("details_signed_at", "bigint") { .integer($0.details?.signingDate) },
            Column("details_digest", "bytea") { .bytes($0.details?.digest ?? []) },
            Column("is_upgraded", "boolean") { .flag($0.details?.isUpgraded ?? false) },
            Column("shares_period", "boolean") { .flag($0.details?.sharesPeriod ?? false) },
            Column("seats", "integer") { .integer(($0.details?.seats).map(Int64.init)) },
            Column("is_assigned", "boolean") { .flag($0.details?.isAssigned ?? false) },
            Column("is_family_shared", "boolean") { .flag($0.details?.isFamilyShared ?? false) },
            Column("is_billed_monthly", "boolean") { .flag($0.details?.isBilledMonthly ?? false) },
            Column("product_type", "text") { .text($0.details?.productType) },
            Column("app_transaction_id", "text") { .text($0.details?.appTransactionID) },
            Column("price", "bigint") { .integer($0.details?.price) },
            Column("currency", "text") { .text($0.details?.currency) },
            Column("quantity", "integer") { .integer(($0.details?.quantity).map(Int64.init)) },
            Column("offer_type", "integer") { .integer(($0.details?.offerType).map(Int64.init)) },
            Column("offer_id", "text") { .text($0.details?.offerID) },
            Column("offer_discount_type", "text") { .text($0.details?.offerDiscountType) },
            Column("reason", "text") { .text($0.details?.reason) },
            Column("revocation_type", "text") { .text($0.details?.revocationType) },
            Column("revocation_percentage", "integer") {
                .integer(($0.details?.revocationPercentage).map(Int64.init))
            },
            Column("revocation_reason", "integer") {
                .integer(($0.details?.revocationReason).map(Int64.init))
            },
            Column("storefront", "text") { .text($0.details?.storefront) },
            Column("group_id", "text") { .text($0.details?.groupID) },
        ]
    )
}

extension TransactionFact {
    /// Reads the identifier and the columns of ``TableColumns/transaction``.
    init(_ key: PurchaseKey, _ row: inout SQLRow) throws(SQLError) {
        let transactionID: String = try row.next()
        let watermark = Watermark(
            signingDate: try row.next(),
            isRevoked: try row.next(),
            digest: try row.next()
        )
        let terms = Terms(
            watermark: watermark,
            productID: try row.next(),
            purchaseDate: try row.next(),
            expirationDate: try row.nextIfPresent(),
            revocationDate: try row.nextIfPresent()
        )
        let lastRevocation: Milliseconds? = try row.nextIfPresent()
        let refundedSeats = try row.nextNumber()
        let seatRefundDate: Milliseconds? = try row.nextIfPresent()
        let claimDate: Milliseconds? = try row.nextIfPresent()
        let token: UUID? = try row.nextIfPresent()
        self.init(
            key: key,
            transactionID: transactionID,
            terms: terms,
            claim: token.map { Claim(signingDate: claimDate ?? 0, token: $0) },
            details: try Details(&row),
            lastRevocation: lastRevocation,
            seatRefund: refundedSeats.map {
                SeatRefund(seats: $0, signingDate: seatRefundDate ?? 0)
            }
        )
    }
}

extension TransactionFact.Details {
    fileprivate init?(_ row: inout SQLRow) throws(SQLError) {
        guard let signingDate: Milliseconds = try row.nextIfPresent() else { return nil }
        self.init(
            signingDate: signingDate,
            digest: try row.next(),
            isUpgraded: try row.next(),
            sharesPeriod: try row.next(),
            seats: try row.nextNumber(),
            isAssigned: try row.next(),
            isFamilyShared: try row.next(),
            isBilledMonthly: try row.next(),
            productType: try row.nextIfPresent(),
            appTransactionID: try row.nextIfPresent(),
            price: try row.nextIfPresent(),
            currency: try row.nextIfPresent(),
            quantity: try row.nextNumber(),
            offerType: try row.nextNumber(),
            offerID: try row.nextIfPresent(),
            offerDiscountType: try row.nextIfPresent(),
            reason: try row.nextIfPresent(),
            revocationType: try row.nextIfPresent(),
            revocationPercentage: try row.nextNumber(),
            revocationReason: try row.nextNumber(),
            storefront: try row.nextIfPresent(),
            groupID: try row.nextIfPresent()
        )
    }
}

extension SQLRow {
    /// Reads a number of the type `integer`.
    mutating func nextNumber() throws(SQLError) -> Int32? {
        let number: Int64? = try nextIfPresent()
        return number.map { Int32(clamping: $0) }
    }
}

extension TableColumns where Row == RenewalFact {
    static let renewal = TableColumns(
        key: key(\.key) + [
            Column("signed_at", "bigint") { .integer($0.watermark.signingDate) },
            Column("digest", "bytea") { .bytes($0.watermark.digest) },
        ],
        others: [
            Column("grace_period_end", "bigint") { .integer($0.gracePeriodEnd) },
            Column("is_in_billing_retry", "boolean") { .flag($0.isInBillingRetry) },
            Column("auto_renews", "boolean") { $0.autoRenews.map { .flag($0) } ?? .null },
            Column("product_id", "text") { .text($0.renewalProductID) },
            Column("price", "bigint") { .integer($0.renewalPrice) },
            Column("currency", "text") { .text($0.currency) },
            Column("renews_at", "bigint") { .integer($0.renewalDate) },
            Column("price_increase_status", "integer") {
                .integer($0.priceIncreaseStatus.map(Int64.init))
            },
            Column("expiration_intent", "integer") {
                .integer($0.expirationIntent.map(Int64.init))
            },
            Column("offer_id", "text") { .text($0.offerID) },
            Column("offer_type", "integer") { .integer($0.offerType.map(Int64.init)) },
        ]
    )
}

extension RenewalFact {
    /// Reads the watermark and the columns of ``TableColumns/renewal``.
    init(_ key: PurchaseKey, _ row: inout SQLRow) throws(SQLError) {
        self.init(
            key: key,
            watermark: Watermark(signingDate: try row.next(), digest: try row.next()),
            gracePeriodEnd: try row.nextIfPresent(),
            isInBillingRetry: try row.next(),
            autoRenews: try row.nextIfPresent(),
            renewalProductID: try row.nextIfPresent(),
            renewalPrice: try row.nextIfPresent(),
            currency: try row.nextIfPresent(),
            renewalDate: try row.nextIfPresent(),
            priceIncreaseStatus: try row.nextNumber(),
            expirationIntent: try row.nextNumber(),
            offerID: try row.nextIfPresent(),
            offerType: try row.nextNumber()
        )
    }
}

extension TableColumns where Row == PurchaseState {
    static let purchase = TableColumns(
        key: key(\.key),
        others: [Column("owners", "text") { .text(CustomerID.text($0.owners)) }]
            + TableColumns.decided(\.purchase)
    )
}

extension TableColumns {
    /// The columns of a purchase's state, in the order of reading.
    static func decided(_ purchase: @escaping @Sendable (Row) -> Purchase?) -> [Column] {
        [
            Column("product_id", "text") { .text(purchase($0)?.productID) },
            Column("product_type", "text") { .text(purchase($0)?.productType) },
            Column("purchased_at", "bigint") { .integer(purchase($0)?.purchaseDate) },
            Column("expires_at", "bigint") { .integer(purchase($0)?.expirationDate) },
            Column("is_revoked", "boolean") { .flag(purchase($0)?.isRevoked ?? false) },
            Column("seats", "bigint") { .integer(purchase($0)?.seats) },
            Column("is_assigned", "boolean") { .flag(purchase($0)?.isAssigned ?? false) },
            Column("is_billed_monthly", "boolean") {
                .flag(purchase($0)?.isBilledMonthly ?? false)
            },
            Column("renewal_signed_at", "bigint") { .integer(purchase($0)?.renewal?.signingDate) },
            Column("grace_period_end", "bigint") {
                .integer(purchase($0)?.renewal?.gracePeriodEnd)
            },
            Column("is_in_billing_retry", "boolean") {
                .flag(purchase($0)?.renewal?.isInBillingRetry ?? false)
            },
        ]
    }
}

extension Purchase {
    /// Reads the columns of ``TableColumns/decided(_:)``; `nil` if there is no purchase.
    init?(_ original: String, _ row: inout SQLRow) throws(SQLError) {
        guard let productID: String = try row.nextIfPresent() else { return nil }
        self.init(
            originalTransactionID: original,
            productID: productID,
            productType: try row.nextIfPresent(),
            purchaseDate: try row.next(),
            expirationDate: try row.nextIfPresent(),
            isRevoked: try row.next(),
            seats: try row.nextIfPresent(),
            isAssigned: try row.next(),
            isBilledMonthly: try row.next()
        )
        guard let signingDate: Milliseconds = try row.nextIfPresent() else { return }
        renewal = Renewal(
            signingDate: signingDate,
            gracePeriodEnd: try row.nextIfPresent(),
            isInBillingRetry: try row.next()
        )
    }
}
