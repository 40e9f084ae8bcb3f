import HTTPTypes
import Hummingbird
import PostgreSQL

/// The answers to those who watch the service.
struct HealthRoutes: Sendable {
    let database: any SQLDatabase
    let registry: PrometheusRegistry
    let keys: ReaderKeys

    func add(to router: Router<BasicRequestContext>) {
        router.get("health/live") { _, _ in Response.json("{\"status\":\"alive\"}") }
        router.get("health/ready") { _, _ in
            do {
                _ = try await database.query(PurchaseQuery.time)
                return Response.json("{\"status\":\"ready\"}")
            } catch {
                throw HTTPProblem.unavailable
            }
        }
        router.get("metrics") { request, _ in
            guard try keys.reader(of: request).seesMetrics else {
                throw HTTPProblem.forbidden("The key is not for metrics.")
            }
            return Response.json(registry.text, [.contentType: "text/plain; version=0.0.4"])
        }
    }
}
