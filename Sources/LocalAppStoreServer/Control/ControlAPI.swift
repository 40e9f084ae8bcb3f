import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The control API: a tester's view of a store and actions on it, for the page of the server and
/// for programs.
///
/// It only translates; every rule is the store's.
struct ControlAPI: Sendable {
    let store: Store
    let keys: APIKeySource
    let events: EventHub
    /// The queue for blocking work of a handler that waits.
    let queue: BlockingQueue
    /// The entitlement service; `nil` without one.
    var service: EntitlementClient?

    /// The segments of the path before those of the routes.
    static let path = ["control", "v1"]

    var routes: [Route] {
        storeRoutes + customerRoutes + transactionRoutes + subscriptionRoutes + entitlementRoutes
            + settingRoutes + notificationRoutes + faultRoutes + documentRoutes
    }

    /// A route whose errors have the form of the control API.
    func route(
        _ method: String,
        _ path: String,
        _ respond: @escaping @Sendable (Request) throws -> Response
    ) -> Route {
        Route(method, "/" + Self.path.joined(separator: "/") + path) { request in
            do {
                return try respond(request)
            } catch {
                return Self.response(to: error)
            }
        }
    }

    /// A route whose handler may wait, and must not block.
    func route(
        _ method: String,
        _ path: String,
        waiting respond: @escaping @Sendable (Request) async throws -> Response
    ) -> Route {
        let path = "/" + Self.path.joined(separator: "/") + path
        let handler = Route.Handler.waiting { request in
            do {
                return try await respond(request)
            } catch {
                return Self.response(to: error)
            }
        }
        return Route(method, path, handler: handler)
    }

    private static func response(to error: any Error) -> Response {
        switch error {
        case let error as ControlError: return error.response
        case let error as JSONMismatch: return ControlError(error).response
        case let error as StoreError: return ControlError(error).response
        case let error as TimeStep.PastDate:
            let message = error.localizedDescription
            return ControlError(.conflict, RefusalReason.timeInPast.rawValue, message).response
        default:
            let message = error.localizedDescription
            return ControlError(.internalServerError, "internalError", message).response
        }
    }

    /// A route that takes no body and no query.
    func route(
        _ method: String,
        _ path: String,
        answering respond: @escaping @Sendable () throws -> JSONValue
    ) -> Route {
        route(method, path) { request in
            try ControlQuery(request).end()
            _ = try JSONNode(request, members: [])
            return .control(try respond())
        }
    }
}

// The store of a customer.
extension ControlAPI {
    /// The store of a customer, in which the same goes wrong as in the server's.
    func store(of id: Customer.ID?) throws(StoreError) -> Store {
        guard let id else { return store }
        let other = try store.customers.acting(for: id)
        other.shareFaults(of: store)
        return other
    }

    /// The identifier in the path of a request, and the store of the customer who has the
    /// transaction; `nil` for an unknown transaction.
    func transaction(of request: Request) throws -> (id: LedgerEntry.ID, store: Store)? {
        guard let id = request.parameters["id"].flatMap({ Int64($0) }),
            let customer = try store.customers.customer(ofEntry: id)
        else { return nil }
        return (id, try store(of: customer.id))
    }
}

extension Response {
    static func control(_ value: JSONValue, _ status: Status = .ok) -> Response {
        .json(Data(value.bytes), status)
    }

    /// A page of a list; `next` is where the next one begins, `nil` on the last page.
    static func page(_ name: String, _ elements: [JSONValue], next: Int64?) -> Response {
        .control(
            .members([
                name: .array(elements),
                "hasMore": .bool(next != nil),
                "next": next.map { .number($0) },
            ])
        )
    }
}
