public import Foundation

extension OfflineEntitlements {
    /// A customer's current or former access because of a purchase or a grant.
    public struct Entitlement: Hashable, Sendable {
        /// The app's name for the unlocked content.
        public var name: String
        /// The product that was bought; `nil` without a purchase.
        public var productIdentifier: String?
        /// The original transaction of the purchase; `nil` without a purchase.
        public var originalTransactionIdentifier: String?
        /// The state of the purchase; of a grant it's active.
        public var state: State
        /// Whether the customer may use it, as the server judges the state.
        public var isGranted: Bool
        /// The date when it ends, to the millisecond; `nil` if it has no end.
        public var until: Date?
        /// The number of seats that the purchaser has in the current period; `nil` for a member,
        /// and for other purchases.
        public var seats: Int?
        /// The customer's role in a subscription with seats; `nil` for other purchases.
        public var role: Role?
        /// The origin of the entitlement; `nil` for a purchase.
        public var source: Source?

        /// Makes an entitlement.
        public init(
            name: String,
            productIdentifier: String? = nil,
            originalTransactionIdentifier: String? = nil,
            state: State,
            isGranted: Bool,
            until: Date?,
            seats: Int? = nil,
            role: Role? = nil,
            source: Source? = nil
        ) {
            self.name = name
            self.productIdentifier = productIdentifier
            self.originalTransactionIdentifier = originalTransactionIdentifier
            self.state = state
            self.isGranted = isGranted
            self.until = until
            self.seats = seats
            self.role = role
            self.source = source
        }

        /// Whether the customer may use it at a date: it is granted, and has no end or a later one.
        func isGranted(at date: Date) -> Bool {
            isGranted && until.map { date < $0 } ?? true
        }
    }
}

extension OfflineEntitlements.Entitlement {
    /// The state of a purchase.
    ///
    /// A document can contain any string; the known ones are constants here.
    public struct State: RawRepresentable, Hashable, Sendable {
        /// The string in a document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The purchase is paid.
        public static let active = Self(rawValue: "active")
        /// The renewal was not paid, and the customer keeps the use for a while.
        public static let gracePeriod = Self(rawValue: "gracePeriod")
        /// The renewal was not paid, and the App Store tries again to collect the money.
        public static let billingRetry = Self(rawValue: "billingRetry")
    }
}

extension OfflineEntitlements.Entitlement {
    /// The role of a customer in a subscription with seats.
    ///
    /// A document can contain any string; the known ones are constants here.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The string in a document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer purchased the seats.
        public static let purchaser = Self(rawValue: "purchaser")
        /// The purchaser, or an organization, assigned a seat to the customer.
        public static let member = Self(rawValue: "member")
    }
}

extension OfflineEntitlements.Entitlement {
    /// The origin of an entitlement other than a purchase.
    ///
    /// A document can contain any string; the known one is a constant here.
    public struct Source: RawRepresentable, Hashable, Sendable {
        /// The string in a document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The developer gave it to the customer.
        public static let grant = Self(rawValue: "grant")
    }
}
