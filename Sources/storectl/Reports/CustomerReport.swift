import Foundation
import LocalAppStore
import StoreCommands

extension CustomerRow: StoreRow {
    static let listName = "customers"
    static let emptyList = "No customers."

    static func rows(of balances: [CustomerBalance], in store: Store) throws -> [CustomerRow] {
        try rows(of: balances, hasBalances: true, in: store)
    }

    static func columns(showsCustomers: Bool) -> [Column<CustomerRow>] {
        [
            .number("ID") { "\($0.customer.id)" },
            .text("NAME", \.customer.name),
            .number("CHARGED", \.charges),
            .text("FAMILY OF", \.familyOrganizer),
            .text("NOTE", \.note),
        ]
    }

    private var charges: String {
        let amounts = (balance ?? [:]).sorted { $0.key < $1.key }.map { $1.text(in: $0) }
        return amounts.isEmpty ? "0" : amounts.joined(separator: " + ")
    }

    private var note: String {
        let notes = [
            customer.asksToBuy ? "asks to buy" : nil,
            customer.sharesPurchases ? nil : "shares no purchases",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Decimal {
    /// The amount with the ISO 4217 code of its currency.
    func text(in currency: String) -> String { "\(self) \(currency)" }
}
