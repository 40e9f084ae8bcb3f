package import Foundation

/// The newest statements about one transaction.
///
/// A receipt contains only the terms, and a signed transaction may lack a token. A missing part
/// says nothing, so each part is compared separately.
package struct TransactionFact: Hashable, Sendable {
    package let key: PurchaseKey
    package let transactionID: String
    package private(set) var terms: Terms
    /// The claim of an account; `nil` if no statement has a token.
    package private(set) var claim: Claim?
    /// The details; `nil` if only receipts contain the transaction.
    package private(set) var details: Details?
    /// The signing date of the newest statement that revokes; `nil` if there is none.
    package private(set) var lastRevocation: Milliseconds?
    /// The refund of seats; `nil` if no statement has one.
    package private(set) var seatRefund: SeatRefund?

    package init(
        key: PurchaseKey,
        transactionID: String,
        terms: Terms,
        claim: Claim? = nil,
        details: Details? = nil,
        lastRevocation: Milliseconds? = nil,
        seatRefund: SeatRefund? = nil
    ) {
        self.key = key
        self.transactionID = transactionID
        self.terms = terms
        self.claim = claim
        self.details = details
        let watermark = terms.watermark
        self.lastRevocation = Self.greater(
            lastRevocation,
            watermark.isRevoked ? watermark.signingDate : nil
        )
        self.seatRefund = seatRefund
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

    /// Refunded seats, with the first signing date of the refund.
    package struct SeatRefund: Hashable, Sendable {
        package var seats: Int32
        package var signingDate: Milliseconds

        package init(seats: Int32, signingDate: Milliseconds) {
            self.seats = seats
            self.signingDate = signingDate
        }
    }

    /// Merges other statements about the same transaction.
    ///
    /// Of equal ranks, the other one counts: it is the same document, perhaps read by a newer
    /// version that finds more in it.
    package mutating func merge(_ other: TransactionFact) {
        if other.terms.watermark >= terms.watermark { terms = other.terms }
        claim = Self.greater(claim, other.claim)
        details = Self.greater(details, other.details)
        lastRevocation = Self.greater(lastRevocation, other.lastRevocation)
        seatRefund = Self.greater(seatRefund, other.seatRefund)
    }

    private static func greater<Part: Comparable>(_ left: Part?, _ right: Part?) -> Part? {
        guard let left, let right else { return left ?? right }
        return right < left ? left : right
    }
}

// The same order as in PostgreSQL: UUIDs byte by byte.
extension TransactionFact.Claim: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.signingDate != right.signingDate { return left.signingDate < right.signingDate }
        return left.token.uuidString < right.token.uuidString
    }
}

extension TransactionFact.SeatRefund: Comparable {
    /// The greater number of seats takes precedence, and then the earlier signature.
    package static func < (left: Self, right: Self) -> Bool {
        (left.seats, right.signingDate) < (right.seats, left.signingDate)
    }
}
