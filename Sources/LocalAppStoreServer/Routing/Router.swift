struct Router: Sendable {
    private let routes: [Route]

    /// A route, and the parameters that a path has there.
    struct Match: Sendable {
        let route: Route
        let parameters: [String: String]
    }

    /// Makes a router; a path that two routes have belongs to the one with fewer parameters.
    init(_ routes: [Route]) {
        self.routes = routes.sorted { $0.parameterCount < $1.parameterCount }
    }

    func match(_ head: RequestHead) throws(RequestRefusal) -> Match {
        let matches = routes.compactMap { route in
            route.parameters(of: head.target.path).map { Match(route: route, parameters: $0) }
        }
        guard !matches.isEmpty else {
            throw RequestRefusal(.notFound, "The server has nothing at this path.")
        }
        if let match = matches.first(where: { $0.route.accepts(head.method) }) { return match }
        var refusal = RequestRefusal(.methodNotAllowed, "Method not allowed.")
        let methods = Set(matches.compactMap(\.route.method))
        refusal.allowedMethods = Array(methods.contains("GET") ? methods.union(["HEAD"]) : methods)
        throw refusal
    }
}

extension Route {
    fileprivate var parameterCount: Int {
        pattern.count { if case .parameter = $0 { true } else { false } }
    }
}
