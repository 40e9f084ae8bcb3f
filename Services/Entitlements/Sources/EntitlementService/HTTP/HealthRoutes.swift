import HTTPTypes
import Hummingbird
import PostgreSQL

/// The routes for monitoring.
struct HealthRoutes: Sendable {
    let database: any SQLDatabase
    let registry: PrometheusRegistry
    let keys: ReaderKeys

    func add(to router: some RouterMethods) {
        router.get("health/live") { _, _ in Response.json(.object(["status": "alive"])) }
        router.get("health/ready") { _, _ in
            _ = try await database.query(Clock.statement)
            return Response.json(.object(["status": "ready"]))
        }
        router.get("metrics") { request, _ in
            guard try keys.reader(of: request).seesMetrics else {
                throw HTTPProblem.forbidden("This API key has no access to metrics.")
            }
            return Response.text(registry.text, type: "text/plain; version=0.0.4")
        }
    }
}
