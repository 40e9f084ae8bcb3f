public import AppReceipt
public import Foundation
import StrictJSON

extension EntitlementClient {
    /// A customer, as support sees one.
    ///
    /// The service's page also shows the transactions, signed documents, events, and changes.
    public struct Customer: Hashable, Sendable {
        /// The name that stands for all names of the customer.
        public let name: String
        /// All names, the customer's own first.
        public let names: [String]
        /// Whether sandbox purchases count in production.
        public let isTester: Bool
        /// The entitlements, including those in billing retry.
        public let entitlements: [OfflineEntitlements.Entitlement]
        /// The purchases, newest first.
        public let purchases: [Purchase]
        /// The grants that were not revoked, newest first.
        public let grants: [Grant]
        /// The consumables, by product.
        public let balances: [Balance]

        init(_ node: JSONNode) throws(JSONMismatch) {
            name = try node["customer"].plainText()
            names = try node["names"].list { node throws(JSONMismatch) in
                try node["name"].plainText()
            }
            isTester = try node["isTester"].flag()
            entitlements = try OfflineEntitlements.Entitlement.list(in: node)
            purchases = try node["purchases"].list(Purchase.init)
            grants = try node["grants"].list(Grant.init)
            balances = try node["balances"].list(Balance.init)
        }
    }

    /// A purchase of a customer.
    public struct Purchase: Hashable, Sendable {
        /// The original transaction.
        public let originalTransactionIdentifier: String
        /// The most recently bought product.
        public let productIdentifier: String
        /// The state: `active`, `gracePeriod`, `billingRetry`, `expired`, `revoked` or `credited`.
        public let state: String
        /// The purchase date of the first transaction.
        public let startDate: Date
        /// The end of the current period; `nil` for none.
        public let expirationDate: Date?
        /// The price of the current period; `nil` if it is unknown.
        public let price: Decimal?
        /// The currency as in ISO 4217; `nil` if it is unknown.
        public let currency: String?
        /// Whether it will renew; `nil` if that is unknown.
        public let renews: Bool?

        init(_ node: JSONNode) throws(JSONMismatch) {
            originalTransactionIdentifier = try node["originalTransactionId"].plainText()
            productIdentifier = try node["productId"].plainText()
            state = try node["state"].plainText()
            startDate = try node["startedAt"].date()
            expirationDate = try node["expiresAt"].present?.date()
            price = try node["price"].present?.amount()
            currency = try node["currency"].present?.plainText()
            renews = try node["renewal"]["renews"].present?.flag()
        }
    }

    /// An entitlement that was granted without a purchase.
    public struct Grant: Hashable, Sendable {
        /// The identifier, for revoking it.
        public let id: UUID
        /// The entitlement.
        public let name: String
        /// The date when it was granted.
        public let date: Date
        /// The end; `nil` for none.
        public let until: Date?
        /// The reason, for people.
        public let reason: String
        /// The person or program that granted it.
        public let actor: String

        init(_ node: JSONNode) throws(JSONMismatch) {
            id = try node["id"].uuid()
            name = try node["name"].plainText()
            date = try node["date"].date()
            until = try node["until"].present?.date()
            reason = try node["reason"].plainText()
            actor = try node["actor"].plainText()
        }
    }

    /// The units of a consumable.
    public struct Balance: Hashable, Sendable {
        /// The consumable.
        public let productIdentifier: String
        /// The number of units bought, less refunds.
        public let credited: Int
        /// The number of units spent.
        public let spent: Int
        /// The difference; negative if spent units were refunded.
        public let balance: Int

        init(_ node: JSONNode) throws(JSONMismatch) {
            productIdentifier = try node["productId"].plainText()
            credited = try node["credited"].integer()
            spent = try node["spent"].integer()
            balance = try node["balance"].integer()
        }
    }

    /// The effect that a claim would have on a purchase.
    public struct Transfer: Hashable, Sendable {
        /// The app's policy: `newest`, `keep` or `share`.
        public let policy: String
        /// The customers that own the purchase.
        public let owners: [String]
        /// The owners that would lose it.
        public let leaves: [String]
        /// The customers that would gain it.
        public let joins: [String]

        init(_ node: JSONNode) throws(JSONMismatch) {
            policy = try node["policy"].plainText()
            owners = try node["owners"].names()
            leaves = try node["leaves"].names()
            joins = try node["joins"].names()
        }
    }

    /// The counts of a product in a month.
    public struct Statistic: Hashable, Sendable {
        /// The month in UTC, such as `2026-11`.
        public let month: String
        /// The product.
        public let productIdentifier: String
        /// The subscriptions and non-consumables with a period at the end of the month, or now.
        public let active: Int
        /// The active ones in a free trial.
        public let trials: Int
        /// The purchases that began, or began again after an end.
        public let started: Int
        /// The subscriptions and non-consumables that ended.
        public let churned: Int
        /// The refunds of transactions, or of some of their seats.
        public let refunded: Int
        /// The charges of the month less its refunds, by currency.
        public let revenue: [String: Decimal]

        init(_ node: JSONNode) throws(JSONMismatch) {
            month = try node["month"].plainText()
            productIdentifier = try node["productId"].plainText()
            active = try node["active"].integer()
            trials = try node["trials"].integer()
            started = try node["started"].integer()
            churned = try node["churned"].integer()
            refunded = try node["refunded"].integer()
            let amounts = try node["revenue"].object()
            var revenue: [String: Decimal] = [:]
            for name in amounts.memberNames { revenue[name] = try amounts[name].amount() }
            self.revenue = revenue
        }
    }
}

extension JSONNode {
    func list<Element>(
        _ read: (JSONNode) throws(JSONMismatch) -> Element
    ) throws(JSONMismatch) -> [Element] {
        try elements().map { node throws(JSONMismatch) in try read(try node.object()) }
    }

    fileprivate func names() throws(JSONMismatch) -> [String] {
        try elements().map { node throws(JSONMismatch) in try node.plainText() }
    }

    fileprivate func date() throws(JSONMismatch) -> Date {
        guard case .string(let text) = value, let date = Date(rfc3339: text) else {
            throw mismatch(expected: "a date such as 2026-01-31T00:00:00Z")
        }
        return date
    }

    fileprivate func amount() throws(JSONMismatch) -> Decimal {
        guard case .string(let text) = value,
            let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { throw mismatch(expected: "a decimal number in a string") }
        return amount
    }
}
