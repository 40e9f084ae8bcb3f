package import Foundation
package import LocalAppStore
package import StrictJSON

/// A customer and the amounts that the customer was charged.
package struct CustomerRow: Equatable, Sendable {
    package let customer: Customer
    /// The name of the organizer of the family; `nil` without a family.
    package let familyOrganizer: String?
    /// The charges, less refunds, by the ISO 4217 codes of the currencies; `nil` if they were not
    /// summed up.
    package let balance: [String: Decimal]?

    package var json: JSONValue {
        .members([
            "id": .number(customer.id),
            "name": .string(customer.name),
            "familyOrganizerID": customer.familyOrganizerID.map { .number($0) },
            "familyOrganizer": familyOrganizer.map(JSONValue.string),
            "asksToBuy": .bool(customer.asksToBuy),
            "sharesPurchases": .bool(customer.sharesPurchases),
            "balance": balance.map { .object($0.mapValues(JSONValue.amount)) },
        ])
    }
}

extension CustomerRow {
    package init(_ customer: Customer, in store: Store) throws(StoreError) {
        let amounts = try store.customers.acting(for: customer.id).balance()
        let balance = CustomerBalance(customer: customer, amounts: amounts)
        self = try Self.rows(of: [balance], hasBalances: true, in: store)[0]
    }

    /// The rows of a list, which may have balances.
    package static func rows(
        of customers: [CustomerBalance],
        hasBalances: Bool,
        in store: Store
    ) throws(StoreError) -> [CustomerRow] {
        let ids = customers.compactMap(\.customer.familyOrganizerID)
        let names = try store.customers.names(of: ids)
        return customers.map { row in
            CustomerRow(
                customer: row.customer,
                familyOrganizer: row.customer.familyOrganizerID.flatMap { names[$0] },
                balance: hasBalances ? row.amounts : nil
            )
        }
    }
}
