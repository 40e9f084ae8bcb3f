import Dispatch
import Foundation
import LocalAppStore

/// Makes the responses of a server.
struct RequestHandler: Sendable {
    let access: AccessRule
    let router: Router
    let store: Store
    let queue: BlockingQueue
    /// The current date of the system.
    let now: @Sendable () -> Date
    let token: AccessToken
    let log: @Sendable (String) -> Void
    /// Makes the response to a failed request, in the form of the API that the path belongs to.
    let refuse: @Sendable (_ error: any Error, _ path: [String]) -> Response

    /// Finds the route of a request, before its body is read.
    func match(_ head: RequestHead) throws(RequestRefusal) -> Router.Match {
        try access.check(head)
        try token.check(head)
        return try router.match(head)
    }

    /// Responds to a request.
    ///
    /// - Returns: The response; `nil` if the store's fault plan requires none.
    func respond(to request: Request, by route: Route) async -> Response? {
        let fault = ResponseFault(of: request, by: route, in: store)
        guard await fault.reachesStore() else { return nil }
        if let response = fault.responseOfServer(at: now()) { return response }
        var response: Response
        do {
            switch route.handler {
            case .blocking(let respond): response = try await queue.run { try respond(request) }
            case .waiting(let respond): response = try await respond(request)
            }
        } catch {
            response = refuse(error, request.target.path)
        }
        token.remember(in: &response, for: request.target)
        return fault.spoil(response)
    }

    /// Logs a request that was received at a time; of the transaction manager's own, only those
    /// that were refused.
    func report(_ head: RequestHead?, _ response: Response?, since start: DispatchTime) {
        if head?.isOfPage == true, response.map({ $0.status < 400 }) == true { return }
        log(LogLine(head, response, since: start).description)
    }
}
