public import AppReceipt
public import Foundation
import StrictJSON

// Questions.
extension EntitlementClient {
    /// Returns the entitlements of a customer, including those in billing retry.
    ///
    /// - Parameters:
    ///   - customer: Any name of the customer; an unknown one has nothing.
    ///   - date: Another date, evaluated with what is known now.
    /// - Returns: The entitlements, by name, product and original transaction.
    /// - Throws: An ``Error``, or an error of the HTTP client.
    public func entitlements(
        of customer: String,
        at date: Date? = nil
    ) async throws -> [OfflineEntitlements.Entitlement] {
        let query = date.map { [("at", $0.shortRFC3339)] } ?? []
        return try await perform(["customers", customer, "entitlements"], query: query) {
            (node: JSONNode) throws(JSONMismatch) in
            try OfflineEntitlements.Entitlement.list(in: node)
        }
    }

    /// Returns everything known about a customer, for support.
    public func customer(_ name: String) async throws -> Customer {
        try await perform(["customers", name], Customer.init)
    }

    /// Returns the balances of a customer's consumables, by product.
    public func balances(of customer: String) async throws -> [Balance] {
        try await perform(["customers", customer, "balances"]) {
            (node: JSONNode) throws(JSONMismatch) in
            try node["balances"].list(Balance.init)
        }
    }

    /// Returns the customers that would lose and gain a purchase if a customer claimed it.
    ///
    /// Nothing changes; ask before an app buys or restores for the customer.
    public func checkTransfer(
        of originalTransactionIdentifier: String,
        to customer: String
    ) async throws -> Transfer {
        let body: [String: JSONValue] = [
            "customer": .string(customer),
            "originalTransactionId": .string(originalTransactionIdentifier),
        ]
        return try await perform(["transfers", "check"], method: "POST", body: body, Transfer.init)
    }

    /// Returns counts and revenue.
    ///
    /// - Parameters:
    ///   - first: The first month, such as `2026-01`; `nil` for eleven months before the last.
    ///   - last: The last month; `nil` for the current one.
    /// - Returns: A row for each month and product with something to count, in this order.
    /// - Throws: An ``Error``, or an error of the HTTP client.
    public func statistics(
        from first: String? = nil,
        to last: String? = nil
    ) async throws -> [Statistic] {
        let query = [("from", first), ("to", last)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return try await perform(["statistics"], query: query) {
            (node: JSONNode) throws(JSONMismatch) in
            try node["statistics"].list(Statistic.init)
        }
    }
}

// Changes, each of which the service records with its actor: 1 to 200 bytes that say who.
extension EntitlementClient {
    /// Links a name to a customer.
    ///
    /// - Returns: The name of the customer to which both names now belong.
    @discardableResult
    public func link(_ name: String, to customer: String, actor: String) async throws -> String {
        let body: [String: JSONValue] = ["name": .string(name), "actor": .string(actor)]
        return try await perform(
            ["customers", customer, "links"],
            method: "POST",
            body: body,
            Self.name
        )
    }

    /// Unlinks a name from a customer.
    ///
    /// - Returns: The name of the customer, after the unlinking.
    @discardableResult
    public func unlink(
        _ name: String,
        from customer: String,
        actor: String
    ) async throws -> String {
        let path = ["customers", customer, "links", name]
        return try await perform(path, method: "DELETE", body: ["actor": .string(actor)], Self.name)
    }

    /// Grants an entitlement.
    ///
    /// - Parameters:
    ///   - name: The entitlement.
    ///   - customer: Any name of the customer.
    ///   - end: The end; `nil` for none.
    ///   - reason: The reason in 1 to 200 bytes.
    ///   - actor: The person or program that grants.
    ///   - id: The identifier of the grant. A repetition with the same one changes nothing.
    /// - Throws: An ``Error``, or an error of the HTTP client.
    public func grant(
        _ name: String,
        to customer: String,
        until end: Date? = nil,
        reason: String,
        actor: String,
        id: UUID = UUID()
    ) async throws {
        var body: [String: JSONValue] = [
            "id": .string(id.uuidString.lowercased()), "name": .string(name),
            "reason": .string(reason), "actor": .string(actor),
        ]
        if let end { body["until"] = .string(end.shortRFC3339) }
        try await perform(["customers", customer, "grants"], method: "POST", body: body) { _ in }
    }

    /// Revokes a grant permanently.
    public func revokeGrant(
        _ id: UUID,
        of customer: String,
        reason: String? = nil,
        actor: String
    ) async throws {
        var body: [String: JSONValue] = ["actor": .string(actor)]
        if let reason { body["reason"] = .string(reason) }
        let path = ["customers", customer, "grants", id.uuidString.lowercased()]
        try await perform(path, method: "DELETE", body: body) { _ in }
    }

    /// Spends units of a consumable.
    ///
    /// - Parameters:
    ///   - quantity: The number of units, at least 1.
    ///   - productIdentifier: The consumable.
    ///   - customer: Any name of the customer.
    ///   - key: The key of this use. A repetition spends nothing, and returns the current
    ///     balance.
    ///   - actor: The person or program that spends.
    /// - Returns: The balance.
    /// - Throws: ``Error/refused(status:code:message:)`` with the code `insufficient`, if the
    ///   balance is smaller; nothing is spent.
    @discardableResult
    public func spend(
        _ quantity: Int,
        of productIdentifier: String,
        by customer: String,
        key: String,
        actor: String
    ) async throws -> Int {
        let body: [String: JSONValue] = [
            "key": .string(key), "quantity": .number(String(quantity)), "actor": .string(actor),
        ]
        let path = ["customers", customer, "balances", productIdentifier]
        return try await perform(path, method: "POST", body: body) {
            (node: JSONNode) throws(JSONMismatch) in try node["balance"].integer()
        }
    }

    private static func name(_ node: JSONNode) throws(JSONMismatch) -> String {
        try node["customer"].plainText()
    }
}
