import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

/// Apple's App Store Server API on a store: the translation between HTTP and the store's calls.
///
/// Every route but verifyReceipt requires a token, and each can fail by the store's fault plan.
struct ServerAPI: Sendable {
    let store: Store
    let keys: APIKeySource
    let queue: BlockingQueue
    let tester: PerformanceTester
    /// The current date of the system, for the dates of clients' tokens.
    let now: @Sendable () -> Date

    var routes: [Route] {
        transactionRoutes + subscriptionRoutes + extensionRoutes + changeRoutes
            + notificationRoutes + seatRoutes + groupRoutes + retentionRoutes
            + performanceTestRoutes + verifyReceiptRoutes
    }

    /// The routes of verifyReceipt.
    ///
    /// Apple's two services have a host each and one path. Here they have one host, and a path each
    /// below the service's name; without that name, the service is production, which clients ask
    /// first, and which sends them on with the status 21007.
    private var verifyReceiptRoutes: [Route] {
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

    /// Makes a route; the response to a request without a result has no body.
    func route(
        _ method: String,
        _ path: String,
        status: Response.Status = .ok,
        _ respond: @escaping @Sendable (Request) throws -> JSONValue?
    ) -> Route {
        Route(method, path, failingAt: .serverRequest) { request in
            try checkToken(of: request)
            return try respond(request).map { .json($0, status) } ?? Response(status)
        }
    }

    private func checkToken(of request: Request) throws {
        guard let bearerToken = try request.head.bearerToken else {
            throw RequestRefusal.unauthenticated(because: "The request has no bearer token")
        }
        let (token, key) = (ServerAPIToken(bearerToken), try keys.key())
        do throws(ServerAPIToken.Error) {
            try token.verify(with: key, bundleIdentifier: store.app.bundleIdentifier, at: now())
        } catch {
            // A client without a token learns nothing from this.
            throw RequestRefusal.unauthenticated(because: error.localizedDescription)
        }
    }
}

extension ServerAPI {
    /// The transaction that a parameter of the path names, with its customer's store.
    func transaction(
        _ request: Request,
        _ parameter: String = "transactionId",
        invalid: RequestRefusal = .invalidTransaction,
        unknown: RequestRefusal = .unknownTransaction
    ) throws -> (entry: LedgerEntry, store: Store) {
        try transaction(named: request.parameters[parameter], invalid: invalid, unknown: unknown)
    }

    /// The transaction with an identifier, with its customer's store.
    func transaction(
        named text: String?,
        invalid: RequestRefusal = .invalidTransaction,
        unknown: RequestRefusal = .unknownTransaction
    ) throws -> (entry: LedgerEntry, store: Store) {
        guard let id = Self.transactionID(text) else { throw invalid }
        guard let (entry, owner) = try store.entryOfAnyCustomer(id), entry.state == .purchased
        else {
            let isAppTransaction = try store.store(ofAppTransaction: String(id)) != nil
            throw isAppTransaction ? .appTransactionNotSupported : unknown
        }
        return (entry, owner)
    }

    /// The store of the customer whom a parameter of the path names, by any of their transactions
    /// or by their `appTransactionId`.
    func customerStore(_ request: Request) throws -> Store {
        let identifier = request.parameters["transactionId"] ?? ""
        if let owner = try store.store(ofAppTransaction: identifier) { return owner }
        return try transaction(request).store
    }

    /// The number of a transaction in its one form: decimal digits without a leading zero.
    static func transactionID(_ text: String?) -> Int64? {
        guard let text, let id = Int64(text), id > 0, String(id) == text else { return nil }
        return id
    }

    /// The members with the app and the environment of a response.
    func appMembers() throws -> [String: JSONValue] {
        let members: [String: JSONValue?] = [
            "appAppleId": try store.appAppleIdentifier.map { .number(String($0)) },
            "bundleId": .string(store.app.bundleIdentifier),
            "environment": .string(try store.receiptSettings.environment.rawValue),
        ]
        return members.compactMapValues { $0 }
    }
}

extension JSONValue {
    /// A date in milliseconds since 1970.
    static func milliseconds(_ date: Date) -> JSONValue {
        .number(String(Int64((date.timeIntervalSince1970 * 1000).rounded())))
    }
}
