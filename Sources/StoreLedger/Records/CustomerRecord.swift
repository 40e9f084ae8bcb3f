import Foundation
import GRDB
package import StoreModel

extension Customer: LedgerRecord {
    static let table = "customer"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            name: try row.value("name"),
            familyOrganizerID: try row.value("familyOrganizerID"),
            asksToBuy: try row.value("asksToBuy"),
            sharesPurchases: try row.value("sharesPurchases")
        )
    }
}

extension LedgerReader {
    /// A reader of another customer's purchases, in the same transaction.
    package func acting(for customerID: Customer.ID) -> LedgerReader {
        LedgerReader(database: database, customerID: customerID)
    }

    /// The customer whose purchases are found.
    package func customer() throws -> Customer {
        guard let customer = try customerIfAny() else {
            throw StoreError.unknownCustomer(id: customerID)
        }
        return customer
    }

    /// The customer; `nil` if the ledger has no such customer.
    package func customerIfAny() throws -> Customer? {
        try record(where: "id = ?", [customerID])
    }

    package func hasCustomer() throws -> Bool {
        try customerIfAny() != nil
    }

    package func customer(named name: String) throws -> Customer? {
        try record(where: "name = ?", [name])
    }

    package func allCustomers() throws -> [Customer] {
        try records(where: "true ORDER BY id")
    }

    /// The members of an organizer's family, among them the organizer.
    package func family(organizedBy id: Customer.ID) throws -> [Customer] {
        try records(where: "familyOrganizerID = ? ORDER BY id", [id])
    }

    package func hasFamilies() throws -> Bool {
        try exists("customer WHERE familyOrganizerID IS NOT NULL")
    }
}

extension LedgerWriter {
    package func addCustomer(named name: String) throws -> Customer {
        try execute("INSERT INTO customer (name) VALUES (?)", [name])
        return try acting(for: database.lastInsertedRowID).reader.customer()
    }

    /// Deletes the customer, whose entries and notifications were deleted before.
    package func deleteCustomer() throws {
        try execute("DELETE FROM removal WHERE customerID = ?", [customerID])
        try execute("DELETE FROM purchaseIntent WHERE customerID = ?", [customerID])
        try execute("DELETE FROM customer WHERE id = ?", [customerID])
    }

    /// Stores the mutable values of a customer: family, approval and sharing.
    package func save(_ customer: Customer) throws {
        try execute(
            """
            UPDATE customer SET familyOrganizerID = ?, asksToBuy = ?, sharesPurchases = ?
            WHERE id = ?
            """,
            [
                customer.familyOrganizerID, customer.asksToBuy, customer.sharesPurchases,
                customer.id,
            ]
        )
    }
}
