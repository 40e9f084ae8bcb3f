package import Foundation

/// The newest statements about one transaction.
///
/// A receipt contains the terms alone, and a signed transaction may lack a token. Neither is a
/// statement about the parts it lacks, so the three are compared apart.
package struct TransactionFact: Hashable, Sendable {
    package let key: PurchaseKey
    package let transactionID: String
    package private(set) var terms: Terms
    /// The claim of an account; `nil` if no statement has a token.
    package private(set) var claim: Claim?
    /// The details; `nil` if only receipts mentioned the transaction.
    package private(set) var details: Details?

    package init(
        key: PurchaseKey,
        transactionID: String,
        terms: Terms,
        claim: Claim? = nil,
        details: Details? = nil
    ) {
        self.key = key
        self.transactionID = transactionID
        self.terms = terms
        self.claim = claim
        self.details = details
    }

    /// The product and the dates of a transaction.
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

    /// The `appAccountToken`, with the date it was signed.
    package struct Claim: Hashable, Sendable {
        package var signingDate: Milliseconds
        package var token: UUID

        package init(signingDate: Milliseconds, token: UUID) {
            self.signingDate = signingDate
            self.token = token
        }
    }

    /// The members of a signed transaction that a receipt lacks.
    package struct Details: Hashable, Sendable {
        package var signingDate: Milliseconds
        package var isUpgraded: Bool
        /// Whether several transactions represent the period (`additionalTransactionReason`).
        package var sharesPeriod: Bool
        /// The seats that the purchaser has by this transaction, without refunded ones; `nil` for
        /// other purchases, and for a member.
        package var seats: Int32?
        /// Whether the customer is a member, to whom the purchaser assigned a seat.
        package var isAssigned: Bool
        /// Whether the period is a month of a longer commitment (`billingPlanType`).
        package var isBilledMonthly: Bool
        /// The type of the product in the App Store's words, such as `Consumable`.
        package var productType: String?

        package init(
            signingDate: Milliseconds,
            isUpgraded: Bool = false,
            sharesPeriod: Bool = false,
            seats: Int32? = nil,
            isAssigned: Bool = false,
            isBilledMonthly: Bool = false,
            productType: String? = nil
        ) {
            self.signingDate = signingDate
            self.isUpgraded = isUpgraded
            self.sharesPeriod = sharesPeriod
            self.seats = seats
            self.isAssigned = isAssigned
            self.isBilledMonthly = isBilledMonthly
            self.productType = productType
        }

        /// The rank of the seats among statements of one date: fewer count more.
        fileprivate var seatRank: Int64 { seats.map { -Int64($0) } ?? .min }
    }

    /// Merges other statements about the same transaction.
    package mutating func merge(_ other: TransactionFact) {
        if other.terms.watermark > terms.watermark { terms = other.terms }
        claim = [claim, other.claim].compactMap { $0 }.max()
        details = [details, other.details].compactMap { $0 }.max()
    }
}

// The orders of PostgreSQL for the same columns: `false` before `true`, texts and UUIDs by bytes.
extension TransactionFact.Claim: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.signingDate, left.token.uuidString) < (right.signingDate, right.token.uuidString)
    }
}

extension TransactionFact.Details: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.signingDate != right.signingDate { return left.signingDate < right.signingDate }
        if left.isUpgraded != right.isUpgraded { return right.isUpgraded }
        if left.sharesPeriod != right.sharesPeriod { return right.sharesPeriod }
        if left.seatRank != right.seatRank { return left.seatRank < right.seatRank }
        if left.isAssigned != right.isAssigned { return right.isAssigned }
        if left.isBilledMonthly != right.isBilledMonthly { return right.isBilledMonthly }
        let types = (left.productType ?? "", right.productType ?? "")
        return types.0.utf8.lexicographicallyPrecedes(types.1.utf8)
    }
}
