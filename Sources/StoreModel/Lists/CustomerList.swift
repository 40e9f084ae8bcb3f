package import Foundation

/// A customer and the amounts that the customer was charged.
package struct CustomerBalance: Sendable, Equatable {
    /// The customer.
    package let customer: Customer
    /// The customer's charges, less refunds, by the ISO 4217 codes of the currencies.
    package let amounts: [String: Decimal]

    package init(customer: Customer, amounts: [String: Decimal]) {
        self.customer = customer
        self.amounts = amounts
    }
}

/// A page of a list of customers.
package struct CustomerListPage: Sendable, Equatable {
    /// The customers, newest first.
    package let customers: [CustomerBalance]
    /// Whether there are older ones.
    package let hasMore: Bool

    package init(customers: [CustomerBalance], hasMore: Bool) {
        self.customers = customers
        self.hasMore = hasMore
    }
}
