import HTTPTypes
import Hummingbird
import Logging

/// Counts and times requests by the pattern of their route, and responds to unexpected errors.
struct MeteringMiddleware<Context: RequestContext>: RouterMiddleware {
    let metrics: ServiceMetrics

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await respond(to: request, context, next)
        let route = context.endpointPath ?? "other"
        metrics.timed(route, since: start, status: response.status.code)
        return response
    }

    private func respond(
        to request: Request,
        _ context: Context,
        _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        } catch {
            return try HTTPProblem(error, context.logger).response(from: request, context: context)
        }
    }
}
