import LocalAppStore

extension Route {
    /// The routes of verifyReceipt.
    ///
    /// Apple's two services have a host each and one path. Here they have one host, and a path each
    /// below the service's name; without that name, the service is production, which clients ask
    /// first, and which sends them on with the status 21007.
    static func verifyReceipt(of store: Store) -> [Route] {
        let places: [(String, VerifyReceiptService)] = [
            ("/verifyReceipt", .production),
            ("/production/verifyReceipt", .production),
            ("/sandbox/verifyReceipt", .sandbox),
        ]
        return places.map { path, service in
            // The response to another method than POST has a status of its own in its body.
            Route(nil, path, failingAt: .verifyReceipt) { request in
                .json(store.verifyReceipt(request.body, method: request.method, at: service))
            }
        }
    }
}
