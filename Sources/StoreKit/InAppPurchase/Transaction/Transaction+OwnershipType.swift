extension Transaction {
    /// The relation of the customer to a product.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the relation.
        public let rawValue: String

        /// Makes the relation of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer purchased the product.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")

        /// A member of the customer's family purchased the product.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

        /// An organization gave the product to the customer.
        public static var assigned: OwnershipType { OwnershipType(rawValue: "ASSIGNED") }
    }
}

extension Transaction.OwnershipType {
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
