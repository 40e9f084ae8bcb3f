import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

/// The customers of a ledger, with what they were charged.
struct CustomerReport: Report {
    private let customers: [Customer]
    private let balances: [[String: Decimal]]

    init(in store: Store) throws {
        customers = try store.customers()
        balances = try customers.map { try store.acting(for: $0.id).balance() }
    }

    var json: JSONValue {
        .object([
            "customers": .array(
                zip(customers, balances).map { customer, balance in
                    .object([
                        "asksToBuy": .bool(customer.asksToBuy),
                        "charged": .object(balance.mapValues(JSONValue.amount)),
                        "familyOrganizer": .text(organizer(of: customer)),
                        "id": .number(customer.id),
                        "name": .string(customer.name),
                        "sharesPurchases": .bool(customer.sharesPurchases),
                    ])
                }
            )
        ])
    }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("ID"), .text("NAME"), .number("CHARGED"), .text("FAMILY OF"), .text("NOTE"),
        ])
        for (customer, balance) in zip(customers, balances) {
            let amounts = balance.sorted { $0.key < $1.key }.map { Money($1, $0).text }
            table.add(
                "\(customer.id)",
                customer.name,
                amounts.isEmpty ? "0" : amounts.joined(separator: " + "),
                organizer(of: customer),
                customer.asksToBuy ? "asks to buy" : nil
            )
        }
        return table.text(style, ifEmpty: "No customers.")
    }

    private func organizer(of customer: Customer) -> String? {
        customers.first { $0.id == customer.familyOrganizerID }?.name
    }
}
