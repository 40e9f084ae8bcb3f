import AppReceipt
public import Foundation

extension Transaction {
    /// The relation of the customer to a product.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The relation's name in signed transactions.
        public let rawValue: String

        /// Makes the relation of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer purchased the product.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")

        /// A member of the customer's family purchased the product.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

        /// The purchaser of seats, or an organization, gave the product to the customer.
        public static var assigned: OwnershipType { OwnershipType(rawValue: "ASSIGNED") }

        /// The relation in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .purchased: "Purchased"
            case .familyShared: "Family Shared"
            case .assigned: "Assigned"
            default: rawValue
            }
        }
    }

    /// The occasion of a transaction.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The occasion's name in signed transactions.
        public let rawValue: String

        /// Makes the occasion of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer made a purchase.
        public static let purchase = Reason(rawValue: "PURCHASE")

        /// The App Store renewed a subscription.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// The progress of a commitment that is billed by the month.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The number of the current payment, from 1 on.
        public let billingPeriodNumber: UInt64

        /// The number of all payments.
        public let totalBillingPeriods: UInt64

        /// The date when the commitment ends.
        public let expirationDate: Date

        /// The price of the whole commitment; 0 for a member of the purchaser's family.
        public let price: Decimal
    }
}

extension Transaction.CommitmentInfo {
    init?(_ commitment: TransactionPayload.Commitment) {
        guard let number = commitment.billingPeriodNumber.flatMap(UInt64.init(exactly:)),
            let count = commitment.totalBillingPeriods.flatMap(UInt64.init(exactly:)),
            let expirationDate = commitment.expirationDate
        else { return nil }
        self.init(
            billingPeriodNumber: number,
            totalBillingPeriods: count,
            expirationDate: expirationDate,
            price: Decimal(commitment.priceInMilliunits ?? 0) / 1000
        )
    }
}
