import EntitlementModel
import Foundation

extension SupportView {
    /// The view for a response, with at most `limit` transactions and documents for each purchase.
    func json(limit: Int) -> JSON {
        .object([
            "customer": .customer(customer),
            "names": .list(names.map(\.json)),
            "isTester": .flag(isTester),
            "entitlements": .written(entitlements.list),
            "purchases": .list(purchases.map { $0.json(limit: limit) }),
            "grants": .list(grants.compactMap { $0.grantJSON(at: now) }),
            "balances": .list(balances.map(\.json)),
            "statements": .list(statements.map(\.json)),
            "events": .list(events.map(\.json)),
            "timeline": .list(timeline.map(\.responseJSON)),
            "isComplete": .flag(isComplete),
        ])
    }
}

extension SupportView.Name {
    fileprivate var json: JSON {
        .object([
            "name": .customer(name),
            "parent": (link?.parent).map(JSON.customer),
            "linkedAt": (link?.statement.date).map(JSON.date),
            "actor": (link?.statement.actor).map(JSON.string),
        ])
    }
}

extension CustomerBalances.Balance {
    var json: JSON {
        .object([
            "productId": .string(productID),
            "credited": .integer(credited),
            "spent": .integer(spent),
            "balance": .integer(rest),
        ])
    }
}

extension SupportView.Event {
    fileprivate var json: JSON {
        .object([
            "sequence": .integer(sequence),
            "id": .id(id),
            "date": .date(date),
            "type": .string(type),
            "reason": (cause?.reason.rawValue).map(JSON.string),
            "delivery": (delivery?.rawValue).map(JSON.string),
        ])
    }
}

extension TimelineEntry {
    /// The entry as responses have it.
    var responseJSON: JSON {
        .object([
            "date": .date(date),
            "reason": .string(reason.rawValue),
            "originalTransactionId": originalTransactionID.map(JSON.string),
            "transactionId": transactionID.map(JSON.string),
            "productId": productID.map(JSON.string),
            "name": name.map(JSON.string),
            "price": price.map(JSON.amount),
            "currency": currency.map(JSON.string),
            "offer": .offer(offerType, offerID, offerDiscountType),
            "periodStart": periodStart.map(JSON.date),
            "periodEnd": periodEnd.map(JSON.date),
            "customer": customer.map(JSON.customer),
        ])
    }
}

extension JSON {
    /// An offer; `nil` without a type.
    static func offer(_ type: Int32?, _ id: String?, _ discountType: String?) -> JSON? {
        type.map {
            .object([
                "type": .number($0),
                "id": id.map(JSON.string),
                "discountType": discountType.map(JSON.string),
            ])
        }
    }
}

// MARK: - Statements

extension CustomerStatement {
    /// The statement as the audit log has it.
    fileprivate var json: JSON {
        var members: JSON.Members = [
            "id": .id(id),
            "date": .date(date),
            "actor": .string(actor),
            "customer": .customer(customer),
        ]
        members.append(content.members)
        return .object(members)
    }

    /// The statement as a grant; `nil` for other ones.
    fileprivate func grantJSON(at now: Milliseconds) -> JSON? {
        guard case .grant(let grant) = content else { return nil }
        return .object([
            "id": .id(id),
            "name": .string(grant.name),
            "date": .date(date),
            "until": grant.until.map(JSON.date),
            "reason": .string(grant.reason),
            "actor": .string(actor),
            "granted": .flag(grant.until.map { $0 > now } ?? true),
        ])
    }
}

extension CustomerStatement.Content {
    fileprivate var members: JSON.Members {
        switch self {
        case .link(let parent): ["type": "link", "to": .customer(parent)]
        case .unlink: ["type": "unlink"]
        case .grant(let grant):
            [
                "type": "grant", "name": .string(grant.name), "until": grant.until.map(JSON.date),
                "reason": .string(grant.reason),
            ]
        case .revokeGrant(let grant, let reason):
            ["type": "revokeGrant", "grant": .id(grant), "reason": reason.map(JSON.string)]
        case .spend(let productID, let quantity, let key):
            [
                "type": "spend", "productId": .string(productID), "quantity": .integer(quantity),
                "key": .string(key),
            ]
        case .replay(let sequence): ["type": "replay", "from": .integer(sequence)]
        case .erase: ["type": "erase"]
        case .admitSandbox(let isTester): ["type": "setTester", "isTester": .flag(isTester)]
        }
    }
}
