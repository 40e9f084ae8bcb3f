import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

extension LedgerEntry {
    /// The transaction with the name of its customer.
    func control(customer: String?) -> JSONValue {
        .members([
            "id": .number(id),
            "originalID": .number(originalID),
            "customerID": .number(customerID),
            "customer": .string(customer ?? ""),
            "productID": .string(productID),
            "kind": kind.map { .string($0.rawValue) },
            "state": .string(state.rawValue),
            "quantity": .number(quantity),
            "price": .amount(price),
            "amountRefunded": amountRefunded == 0 ? nil : .amount(amountRefunded),
            "currency": .string(currencyCode),
            "purchaseDate": .date(purchaseDate),
            "originalPurchaseDate": .date(originalPurchaseDate),
            "expirationDate": expirationDate.map(JSONValue.date),
            "revocationDate": revocationDate.map(JSONValue.date),
            "revocationReason": revocationReason.map { .string("\($0)") },
            "isRenewal": .bool(isRenewal),
            "isUpgraded": .bool(isUpgraded),
            "upgradeDate": upgradeDate.map(JSONValue.date),
            "isFinished": .bool(isFinished),
            "hasIssue": .bool(hasIssue),
            "isFamilyShared": .bool(isFamilyShared),
            "sharedTransactionID": sharedEntryID.map { .number($0) },
            "offer": offer?.control,
            "storefront": .string(storefront),
            "orderID": .string(orderID),
            "appAccountToken": applicationUsername.map(JSONValue.string),
            "failure": failure?.control,
        ])
    }
}

extension LedgerEntry.Offer {
    fileprivate var control: JSONValue {
        switch self {
        case .introductory: .object(["kind": .string("introductory")])
        case .promotional(let id): named("promotional", id)
        case .code(let referenceName): named("code", referenceName)
        case .winBack(let id): named("winBack", id)
        }
    }

    private func named(_ kind: String, _ id: String) -> JSONValue {
        .object(["kind": .string(kind), "id": .string(id)])
    }
}

extension LedgerEntry.Failure {
    fileprivate var control: JSONValue {
        .members(["code": .number(code.rawValue), "reason": reason.map(JSONValue.string)])
    }
}
