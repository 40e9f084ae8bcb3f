import Foundation
import LocalAppStore

/// The fault of one request, by the store's plan.
struct ResponseFault: Sendable {
    private let point: FaultPlan.Point?
    private let failure: FaultPlan.Failure?
    private let faults: FaultInjector

    /// Counts the request at the point of its route.
    init(of request: Request, by route: Route, in store: Store) {
        let faults = store.faults
        point = route.faultPoint
        failure = route.faultPoint.flatMap {
            faults.failure(at: $0, of: request.target.path.joined(separator: "/"))
        }
        self.faults = faults
    }

    /// Waits as planned; returns whether the request reaches the store then.
    ///
    /// A request that does not reach it gets no response: the connection ends.
    func reachesStore() async -> Bool {
        switch failure {
        case .networkDown: return false
        case .slow(let seconds):
            await faults.wait(seconds)
            return true
        case .timeout(let seconds):
            await faults.wait(seconds)
            return false
        case .crash:
            faults.crash()
            return false
        default: return true
        }
    }

    /// The response of a server that fails before it does anything.
    func responseOfServer(at date: Date) -> Response? {
        guard case .httpStatus(let code) = failure else { return nil }
        switch (point, code) {
        case (.serverRequest, 429):
            var response = RequestRefusal(.tooManyRequests, "Rate limit exceeded.").response
            // Apple's server sends it in milliseconds since 1970, and not in seconds as HTTP does.
            let next = date.timeIntervalSince1970 + 1
            response.add("Retry-After", String(Int64((next * 1000).rounded(.up))))
            return response
        case (.serverRequest, 500):
            let message = "An unknown error occurred."
            return RequestRefusal(.internalServerError, message).response
        default:
            let body = FaultPlan.Failure.httpStatus(code).responseBody(insteadOf: Data())
            return Response(code, contentType: "text/html", body: body)
        }
    }

    /// The replacement of a response.
    func spoil(_ response: Response) -> Response {
        guard let failure else { return response }
        var spoilt = response
        spoilt.body = failure.responseBody(insteadOf: response.body)
        return spoilt
    }
}

extension FaultInjector {
    /// Waits by the store's clock, or until the task is cancelled.
    func wait(_ seconds: TimeInterval) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        after(seconds) { continuation.finish() }
        for await _ in stream {}
    }
}
