import LocalAppStore
import StoreCommands
import StrictJSON

/// The customers of a ledger, with what they were charged.
struct CustomerReport: Report {
    private let customers: [CustomerRow]

    init(in store: Store) throws {
        let balances = try store.customerBalances()
        customers = try CustomerRow.rows(of: balances, hasBalances: true, in: store)
    }

    var json: JSONValue { .object(["customers": .array(customers.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("ID"), .text("NAME"), .number("CHARGED"), .text("FAMILY OF"), .text("NOTE"),
        ])
        for row in customers {
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
        return table.text(style, ifEmpty: "No customers.")
    }

    private func note(on customer: Customer) -> String {
        [
            customer.asksToBuy ? "asks to buy" : nil,
            customer.sharesPurchases ? nil : "shares no purchases",
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}
