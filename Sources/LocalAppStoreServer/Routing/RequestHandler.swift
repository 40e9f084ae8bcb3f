import Foundation
import LocalAppStore

/// Makes the responses of a server.
struct RequestHandler: Sendable {
    let access: AccessRule
    let router: Router
    let store: Store
    let queue: BlockingQueue
    /// The present date of the system.
    let now: @Sendable () -> Date
    let token: AccessToken
    let log: @Sendable (String) -> Void

    /// Finds the route of a request, before its body is read.
    func match(_ head: RequestHead) throws(RequestRefusal) -> Router.Match {
        try access.check(head)
        try token.check(head)
        return try router.match(head)
    }

    /// Responds to a request.
    ///
    /// - Returns: The response; `nil` if the store's fault plan wants none.
    func respond(to request: Request, by route: Route) async -> Response? {
        let fault = ResponseFault(of: request, by: route, in: store)
        guard await fault.reachesStore() else { return nil }
        if let response = fault.responseOfServer(at: now()) { return response }
        var response = await queue.run { Self.response(to: request, by: route) }
        token.remember(in: &response, for: request.target)
        return fault.spoil(response)
    }

    private static func response(to request: Request, by route: Route) -> Response {
        do {
            return try route.respond(request)
        } catch let refusal as RequestRefusal {
            return refusal.response
        } catch {
            let reason = error.localizedDescription
            return RequestRefusal(.internalServerError, reason).response
        }
    }
}
