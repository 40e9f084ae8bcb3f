import EntitlementModel
import Hummingbird

/// The route that returns the permissions of a key.
struct AccessRoutes: Sendable {
    let apps: AppDirectory
    let keys: ReaderKeys

    func add(to router: some RouterMethods) {
        router.get("v1/access") { request, _ in
            let reader = try keys.reader(of: request)
            return Response.json(
                .object([
                    "name": .string(reader.name),
                    "apps": .list(members(of: reader.scopes)),
                    "writes": .flag(reader.mayWrite),
                    "admin": .flag(reader.isAdmin),
                ])
            )
        }
    }

    /// Each app with its environments and the names of its entitlements.
    private func members(of scopes: Set<PurchaseScope>) -> [JSON] {
        let apps = Dictionary(grouping: scopes.sorted(), by: \.app)
        return apps.sorted { $0.key < $1.key }.map { app, scopes in
            let names = Set(self.apps.rule(of: app).catalog.names.values)
            return .object([
                "app": .string(app),
                "environments": .list(scopes.map { .string($0.environment.rawValue) }),
                "entitlements": .list(names.sorted().map(JSON.string)),
            ])
        }
    }
}
