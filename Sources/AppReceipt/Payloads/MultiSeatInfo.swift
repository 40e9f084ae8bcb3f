extension TransactionPayload {
    /// The seats of a transaction, which Apple names `TransactionMultiSeatInfo`.
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The party that invites the members of the group.
        public var invitationManagement: InvitationManagement?
        /// The seats by their price, in no promised order.
        public var priceTiers: [MultiSeatPriceTier]?
        /// The number of refunded seats, in the purchaser's transaction alone; missing without any.
        public var revokedSeatQuantity: Int64?

        /// Makes seats in which nothing is set.
        public init() {}
    }

    /// The party that invites the members of a group.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct InvitationManagement: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Apple sends invitations, and each member has a transaction.
        public static let apple = Self(rawValue: "APPLE")
        /// The developer's server claims a seat for each member.
        public static let developer = Self(rawValue: "DEVELOPER")
    }
}

extension RenewalInfoPayload {
    /// The seats of the next period, which Apple names `RenewalMultiSeatInfo`.
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The seats by their price, in no promised order.
        public var renewalPriceTiers: [MultiSeatPriceTier]?

        /// Makes seats in which nothing is set.
        public init() {}
    }
}

/// A number of seats with one price.
public struct MultiSeatPriceTier: Hashable, Sendable {
    /// The price of one seat, in thousandths of the currency of the document.
    public var priceInMilliunits: Int64?
    /// The number of seats.
    public var quantity: Int64?

    /// Makes a tier in which nothing is set.
    public init() {}
}

extension TransactionPayload.MultiSeatInfo: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("invitationManagement", .named, &invitationManagement)
        try members.code("priceTiers", .objects(), &priceTiers)
        try members.code("revokedSeatQuantity", .integer, &revokedSeatQuantity)
    }
}

extension RenewalInfoPayload.MultiSeatInfo: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("renewalPriceTiers", .objects(), &renewalPriceTiers)
    }
}

extension MultiSeatPriceTier: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("price", .integer, &priceInMilliunits)
        try members.code("quantity", .integer, &quantity)
    }
}
