import LocalAppStore

// Changes of transactions.
extension ServerAPI {
    var changeRoutes: [Route] {
        [route("POST", "/inApps/v1/transactions/{transactionId}/finish") { try $0.finish($1) }]
    }

    private func finish(_ request: Request) throws -> Response {
        let (entry, owner) = try transaction(request)
        try owner.finish([entry.id])
        return Response(.ok)
    }
}
