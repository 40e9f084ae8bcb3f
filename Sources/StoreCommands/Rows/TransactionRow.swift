import Foundation
package import LocalAppStore
package import StrictJSON

/// A transaction with the name of its customer.
package struct TransactionRow: Equatable, Sendable {
    package let entry: LedgerEntry
    package let customer: String
    /// Whether a request for a refund waits for a decision.
    package let isRefundRequested: Bool

    package var json: JSONValue {
        .members([
            "id": .number(entry.id),
            "originalID": .number(entry.originalID),
            "customerID": .number(entry.customerID),
            "customer": .string(customer),
            "productID": .string(entry.productID),
            "kind": entry.kind.map { .string($0.rawValue) },
            "state": .string(entry.state.rawValue),
            "quantity": .number(entry.quantity),
            "seats": entry.seats?.json,
            "price": .amount(entry.price),
            "amountCharged": .amount(entry.amountCharged),
            "amountRefunded": entry.amountRefunded == 0 ? nil : .amount(entry.amountRefunded),
            "currency": .string(entry.currencyCode),
            "purchaseDate": .date(entry.purchaseDate),
            "originalPurchaseDate": .date(entry.originalPurchaseDate),
            "expirationDate": entry.expirationDate.map(JSONValue.date),
            "billingPlan": entry.billingPlan.map { .string($0.name) },
            "commitment": (entry.commitment?.members).map(JSONValue.members),
            "revocationDate": entry.revocationDate.map(JSONValue.date),
            "revocationReason": entry.revocationReason.map { .string("\($0)") },
            "isRenewal": .bool(entry.isRenewal),
            "isUpgraded": .bool(entry.isUpgraded),
            "upgradeDate": entry.upgradeDate.map(JSONValue.date),
            "isFinished": .bool(entry.isFinished),
            "hasIssue": .bool(entry.hasIssue),
            "ownership": .string(entry.ownership.rawValue),
            "isRefundRequested": .bool(isRefundRequested),
            "sharedTransactionID": entry.sharedEntryID.map { .number($0) },
            "offer": entry.offer.map { OfferName(of: $0).json },
            "storefront": .string(entry.storefront),
            // The App Store finds no other transaction by an order.
            "orderID": entry.state == .purchased && !entry.isShared
                ? .string(entry.orderID) : nil,
            "appAccountToken": entry.applicationUsername.map(JSONValue.string),
            "purchaseAPI": entry.purchaseAPI.map { .string($0.rawValue) },
            "finishAPI": entry.finishAPI.map { .string($0.rawValue) },
            "failure": entry.failure?.json,
        ])
    }
}

extension TransactionRow {
    package init(_ entry: LedgerEntry, in store: Store) throws(StoreError) {
        self = try Self.rows(of: [entry], in: store)[0]
    }

    /// The rows of transactions of any customers.
    package static func rows(
        of entries: [LedgerEntry],
        in store: Store
    ) throws(StoreError) -> [TransactionRow] {
        let names = try store.customers.names(of: entries.map(\.customerID))
        let requests = try store.refunds.openRequests(about: entries.map(\.id))
        return entries.map { entry in
            TransactionRow(
                entry: entry,
                customer: names[entry.customerID] ?? "",
                isRefundRequested: requests.contains(entry.id)
            )
        }
    }
}

extension Seats {
    fileprivate var json: JSONValue {
        .members([
            "invitationManagement": .string(invitationManagement.rawValue),
            "priceTiers": .array(
                priceTiers.map { tier in
                    .members(["price": .amount(tier.price), "quantity": .number(tier.quantity)])
                }
            ),
            "revokedQuantity": .number(revokedQuantity),
            "isAddition": .bool(isAddition),
        ])
    }
}

extension Commitment {
    var members: [String: JSONValue?] {
        [
            "periodNumber": .number(periodNumber),
            "periodCount": .number(periodCount),
            "price": .amount(price),
            "expirationDate": .date(expirationDate),
        ]
    }
}

extension LedgerEntry.Failure {
    fileprivate var json: JSONValue {
        .members([
            "code": .number(code.rawValue),
            "serverCode": underlying.map { .number($0.rawValue) },
            "reason": reason.map(JSONValue.string),
        ])
    }
}
