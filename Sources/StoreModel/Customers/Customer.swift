package import Foundation

/// A customer of a store: an account with purchases, a receipt and a balance of its own.
public struct Customer: Sendable, Equatable, Identifiable {
    /// The number of the customer in the ledger.
    public var id: Int64
    /// The name by which an app's process, a test or a tool signs the customer in; it is unique in
    /// the ledger.
    public var name: String
    /// The organizer of the customer's family, who may be the customer; `nil` without a family.
    public var familyOrganizerID: ID?
    /// Whether the organizer has to approve the customer's purchases, as for a child.
    public var asksToBuy: Bool
    /// Whether the customer shares purchases with the family; `true` by default.
    public var sharesPurchases: Bool

    package init(
        id: Int64,
        name: String,
        familyOrganizerID: ID? = nil,
        asksToBuy: Bool,
        sharesPurchases: Bool
    ) {
        self.id = id
        self.name = name
        self.familyOrganizerID = familyOrganizerID
        self.asksToBuy = asksToBuy
        self.sharesPurchases = sharesPurchases
    }

    /// The customer that every ledger has.
    package static let firstID: ID = 1

    package var isOrganizer: Bool { familyOrganizerID == id }
}

package struct CustomerBalance: Sendable, Equatable {
    package let customer: Customer
    /// The customer's charges, less refunds, by the ISO 4217 codes of the currencies.
    package let amounts: [String: Decimal]

    package init(customer: Customer, amounts: [String: Decimal]) {
        self.customer = customer
        self.amounts = amounts
    }
}

package struct CustomerListPage: Sendable, Equatable {
    /// The customers, newest first.
    package let customers: [CustomerBalance]
    package let hasMore: Bool

    package init(customers: [CustomerBalance], hasMore: Bool) {
        self.customers = customers
        self.hasMore = hasMore
    }
}
