import LocalAppStore
import StoreCommands
import StrictJSON

/// The customers of a ledger, with what they were charged.
struct CustomerReport: Report {
    private let customers: Excerpt<CustomerRow>

    init(_ list: ListOptions, _ output: OutputOptions, in store: Store) throws {
        let balances = list.excerpt(of: try store.customerBalances(), "customers", output)
        customers = try balances.map {
            try CustomerRow.rows(of: $0, hasBalances: true, in: store)
        }
    }

    var json: JSONValue { .object(["customers": .array(customers.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("ID"), .text("NAME"), .number("CHARGED"), .text("FAMILY OF"), .text("NOTE"),
        ])
        for row in customers.elements {
            let amounts = (row.balance ?? [:]).sorted { $0.key < $1.key }
                .map { Money($1, $0).text }
            table.add(
                "\(row.customer.id)",
                row.customer.name,
                amounts.isEmpty ? "0" : amounts.joined(separator: " + "),
                row.familyOrganizer,
                note(on: row.customer)
            )
        }
        return table.text(style, ifEmpty: "No customers.") + customers.summary
    }

    private func note(on customer: Customer) -> String {
        [
            customer.asksToBuy ? "asks to buy" : nil,
            customer.sharesPurchases ? nil : "shares no purchases",
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}
