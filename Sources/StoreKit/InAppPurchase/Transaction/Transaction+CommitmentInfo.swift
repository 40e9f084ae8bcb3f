public import Foundation

extension Transaction {
    /// The progress of a commitment that is billed by the month.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The number of the current payment, from 1 on.
        public let billingPeriodNumber: UInt64

        /// The number of all payments.
        public let totalBillingPeriods: UInt64

        /// The date when the commitment ends.
        public let expirationDate: Date

        /// The price of the whole commitment.
        public let price: Decimal

        package init(
            billingPeriodNumber: UInt64,
            totalBillingPeriods: UInt64,
            expirationDate: Date,
            price: Decimal
        ) {
            self.billingPeriodNumber = billingPeriodNumber
            self.totalBillingPeriods = totalBillingPeriods
            self.expirationDate = expirationDate
            self.price = price
        }
    }
}
