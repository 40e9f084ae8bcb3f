import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

/// Apple's App Store Server API on a store: the translation between HTTP and the store's calls.
///
/// Every route requires a token, and can fail by the store's fault plan.
struct ServerAPI: Sendable {
    let store: Store
    let keys: APIKeySource
    let queue: BlockingQueue
    /// The current date of the system, for the dates of clients' tokens.
    let now: @Sendable () -> Date

    var routes: [Route] {
        transactionRoutes + subscriptionRoutes + extensionRoutes + changeRoutes
            + notificationRoutes
    }

    /// Makes a route whose response is a JSON object.
    func get(
        _ path: String,
        _ respond: @escaping @Sendable (ServerAPI, Request) throws -> JSONValue
    ) -> Route {
        route("GET", path) { .json(Data(try respond($0, $1).bytes)) }
    }

    /// Makes a route.
    func route(
        _ method: String,
        _ path: String,
        _ respond: @escaping @Sendable (ServerAPI, Request) throws -> Response
    ) -> Route {
        Route(method, path, failingAt: .serverRequest) { request in
            try checkToken(of: request)
            return try Self.reportingRefusals { try respond(self, request) }
        }
    }

    private func checkToken(of request: Request) throws {
        let field = try request.head.fields.value(of: "authorization") ?? ""
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw RequestRefusal.unauthenticated(because: "The request has no bearer token")
        }
        let token = ServerAPIToken(String(parts[1]))
        let key = try keys.key()
        do throws(ServerAPIToken.Error) {
            try token.verify(
                with: key,
                bundleIdentifier: store.app.bundleIdentifier,
                at: now()
            )
        } catch {
            // A client without a token learns nothing from this.
            throw RequestRefusal.unauthenticated(because: error.localizedDescription)
        }
    }

    /// Words the refusals of the store as Apple's errors.
    private static func reportingRefusals(_ body: () throws -> Response) throws -> Response {
        do {
            return try body()
        } catch let refusal as ServerRequestRefusal {
            throw RequestRefusal(refusal)
        } catch StoreError.refusedRequest(let refusal) {
            throw RequestRefusal(refusal)
        } catch StoreError.unknownEntry {
            throw RequestRefusal.unknownTransaction
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
        guard let id = Self.transactionID(request.parameters[parameter]) else { throw invalid }
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
        let identifier = try store.appAppleIdentifier
        var members: [String: JSONValue] = [
            "bundleId": .string(store.app.bundleIdentifier),
            "environment": .string(try store.receiptSettings.environment.rawValue),
        ]
        members["appAppleId"] = identifier.map { .number(String($0)) }
        return members
    }
}
