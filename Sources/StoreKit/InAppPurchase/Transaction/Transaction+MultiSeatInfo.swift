import AppReceipt
public import Foundation

extension Transaction {
    /// The seats of the transaction; `nil` for a purchase without.
    public var multiSeatInfo: MultiSeatInfo? {
        document.payload.multiSeatInfo.map(MultiSeatInfo.init)
    }

    /// The reason why several transactions represent one period of a subscription; `nil` where one
    /// does.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        document.payload.additionalTransactionReason.map { .init(rawValue: $0.rawValue) }
    }

    /// The reason why several transactions represent one period of a subscription.
    public struct AdditionalTransactionReason: RawRepresentable, Hashable, Sendable {
        /// The reason's name in signed transactions.
        public let rawValue: String

        /// Makes the reason of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer added seats during the period.
        public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
    }

    /// The seats of a transaction.
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The party that invites the members of the group.
        public let invitationManagement: InvitationManagement

        /// The seats by their price, in no promised order.
        public let priceTiers: [PriceTier]

        /// The number of refunded seats; `nil` without any, and for a member of the group.
        public let revokedSeatQuantity: Int?

        /// The party that invites the members of a group.
        public struct InvitationManagement: RawRepresentable, Hashable, Sendable {
            /// The party's name in signed transactions.
            public let rawValue: String

            /// Makes the party of a name, even an unknown one.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// Apple sends invitations, and each member has a transaction.
            public static let apple = InvitationManagement(rawValue: "APPLE")

            /// The developer's server claims a seat for each member.
            public static let developer = InvitationManagement(rawValue: "DEVELOPER")
        }

        /// A number of seats with one price.
        public struct PriceTier: Hashable, Sendable {
            /// The price of one seat.
            public let price: Decimal

            /// The number of seats.
            public let quantity: Int
        }
    }
}

extension Transaction.MultiSeatInfo {
    fileprivate init(_ seats: TransactionPayload.MultiSeatInfo) {
        self.init(
            invitationManagement: .init(rawValue: seats.invitationManagement?.rawValue ?? ""),
            priceTiers: (seats.priceTiers ?? []).map(PriceTier.init),
            revokedSeatQuantity: seats.revokedSeatQuantity.map { Int(clamping: $0) }
        )
    }
}

extension Transaction.MultiSeatInfo.PriceTier {
    init(_ tier: MultiSeatPriceTier) {
        self.init(
            price: Decimal(tier.priceInMilliunits ?? 0) / 1000,
            quantity: Int(clamping: tier.quantity ?? 0)
        )
    }
}
