package import LocalAppStore
package import StrictJSON

/// A request for a refund, with the transaction that it is about.
package struct RefundRequestRow: Equatable, Sendable {
    package let request: RefundRequest
    package let transaction: TransactionRow
    private let consumption: JSONValue?

    package init(_ request: RefundRequest, about transaction: TransactionRow) throws {
        self.request = request
        self.transaction = transaction
        consumption = try request.consumption.map {
            .object(try JSONParser.object(in: Array($0.json.utf8)))
        }
    }

    /// The rows of requests of the store's customer.
    package static func rows(
        of requests: some Sequence<RefundRequest>,
        in store: Store
    ) throws -> [RefundRequestRow] {
        let found = try requests.compactMap { request in
            try store.entry(request.entryID).map { (request: request, entry: $0) }
        }
        let transactions = try TransactionRow.rows(of: found.map(\.entry), in: store)
        return try zip(found, transactions).map { try RefundRequestRow($0.request, about: $1) }
    }

    package var json: JSONValue {
        .members([
            "id": .number(request.id),
            "transactionID": .number(request.entryID),
            "productID": .string(transaction.entry.productID),
            "customerID": .number(transaction.entry.customerID),
            "customer": .string(transaction.customer),
            "reason": .string(request.reason.rawValue),
            "requestDate": .date(request.requestDate),
            "consumption": consumption,
            "decision": request.decision.map { .string($0.rawValue) },
            "decisionDate": request.decisionDate.map(JSONValue.date),
        ])
    }
}
