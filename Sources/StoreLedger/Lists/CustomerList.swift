package import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    package func customers(
        named text: String?,
        inFamilyOf organizerID: Customer.ID?,
        before id: Customer.ID,
        limit: Int
    ) throws -> [Customer] {
        let name = text ?? ""
        return try records(
            where: """
                id < ? AND (? = '' OR instr(lower(name), lower(?)))
                AND (? IS NULL OR +familyOrganizerID = ?) ORDER BY id DESC LIMIT ?
                """,
            [id, name, name, organizerID, organizerID, limit]
        )
    }

    /// The amounts charged to customers, less refunds.
    ///
    /// SQLite counts purchases of the same amount, so that the sums of the amounts are exact.
    package func balances(of ids: [Customer.ID]) throws -> [Customer.ID: [String: Decimal]] {
        // Numbers of the ledger's own, and too many for arguments. The index has negative ones.
        let list = ids.map { "\(-$0)" }.joined(separator: ", ")
        let sql = """
            SELECT customerID, currencyCode, price, quantity, seats, amountRefunded,
                count(*) AS count
            FROM entry
            WHERE -customerID IN (\(list)) AND state = 'purchased' AND price <> '0'
                AND sharedEntryID IS NULL
            GROUP BY customerID, currencyCode, price, quantity, seats, amountRefunded
            """
        var balances: [Customer.ID: [String: Decimal]] = [:]
        _ = try rows(sql, of: "entry", key: nil, isKept: false) { row in
            let seats = try row.seats("seats")
            let charged =
                try seats?.price ?? row.value("price") * Decimal(row.integer("quantity"))
            guard charged != 0 else { return }
            let amount = try (charged - row.value("amountRefunded")) * Decimal(row.integer("count"))
            let currency: String = try row.value("currencyCode")
            balances[try row.integer("customerID"), default: [:]][currency, default: 0] += amount
        }
        return balances
    }
}
