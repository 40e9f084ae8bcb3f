import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

// Signed transactions and their history.
extension ServerAPI {
    var transactionRoutes: [Route] {
        [
            route("GET", "/inApps/v1/transactions/{transactionId}", transactionInfo),
            route("GET", "/inApps/v1/transactions/appTransactions/{transactionId}", appTransaction),
            route("GET", "/inApps/v1/history/{transactionId}") { try history($0, version: 1) },
            route("GET", "/inApps/v2/history/{transactionId}") { try history($0, version: 2) },
            route("GET", "/inApps/v1/refund/lookup/{transactionId}", refunds),
            route("GET", "/inApps/v2/refund/lookup/{transactionId}", refundHistory),
            route("GET", "/inApps/v1/lookup/{orderId}", order),
        ]
    }

    private func transactionInfo(_ request: Request) throws -> JSONValue {
        let (entry, owner) = try transaction(request)
        let document = try owner.signedTransaction(of: entry)
        return .object(["signedTransactionInfo": .string(document.compactSerialization)])
    }

    private func appTransaction(_ request: Request) throws -> JSONValue {
        let document = try customerStore(request).signedAppTransaction()
        return .object(["signedAppTransactionInfo": .string(document.compactSerialization)])
    }

    private func history(_ request: Request, version: Int) throws -> JSONValue {
        let owner = try customerStore(request)
        let query = try TransactionHistoryQuery(request.target, version: version)
        var members = try page(of: query, request, owner)
        members.merge(try appMembers()) { member, _ in member }
        return .object(members)
    }

    /// The refunds of the customer's own purchases; shared purchases have none.
    private func refundHistory(_ request: Request) throws -> JSONValue {
        .object(try page(of: Self.refunds, request, try customerStore(request)))
    }

    /// The first version, which has no pages and returns the newest 50.
    private func refunds(_ request: Request) throws -> JSONValue {
        let owner = try customerStore(request)
        var query = Self.refunds
        query.isDescending = true
        let page = try owner.transactionHistory(query, limit: 50)
        return .object(["signedTransactions": try documents(of: page.entries, owner)])
    }

    private static var refunds: TransactionHistoryQuery {
        var query = TransactionHistoryQuery()
        query.isRevoked = true
        query.ownership = .purchased
        return query
    }

    private func page(
        of query: TransactionHistoryQuery,
        _ request: Request,
        _ owner: Store
    ) throws -> [String: JSONValue] {
        let position = try request.target.value(of: "revision", .invalidRevision) {
            TransactionHistoryPage.Position($0)
        }
        let page = try owner.transactionHistory(query, after: position)
        return [
            "revision": .string(page.position.description),
            "hasMore": .bool(page.hasMore),
            "signedTransactions": try documents(of: page.entries, owner),
        ]
    }

    /// An order that there is not has a status and no error.
    private func order(_ request: Request) throws -> JSONValue {
        let id = request.parameters["orderId"] ?? ""
        guard let (entry, owner) = try store.entry(ofOrder: id) else {
            return .object(["status": .number("1"), "signedTransactions": .array([])])
        }
        return .object([
            "status": .number("0"),
            "signedTransactions": try documents(of: [entry], owner),
        ])
    }

    private func documents(of entries: [LedgerEntry], _ owner: Store) throws -> JSONValue {
        .array(try owner.signedTransactions(of: entries).map { .string($0.compactSerialization) })
    }
}
