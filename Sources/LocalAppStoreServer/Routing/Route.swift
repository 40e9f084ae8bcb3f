import LocalAppStore

/// A method, a path, and the handler of their requests.
struct Route: Sendable {
    /// The method; `nil` if the route has all methods.
    let method: String?
    let pattern: [Segment]
    /// The point at which the store's fault plan can make a request fail; `nil` if nothing fails.
    let faultPoint: FaultPlan.Point?
    let handler: Handler

    enum Handler: Sendable {
        /// Runs on a thread where it may block.
        case blocking(@Sendable (Request) throws -> Response)
        /// Waits without a thread, for instance for another server.
        case waiting(@Sendable (Request) async throws -> Response)
    }

    /// A part of a path between slashes.
    enum Segment: Sendable, Equatable {
        case literal(String)
        /// Any string but an empty one.
        case parameter(String)
    }

    /// Makes a route whose handler may block.
    init(
        _ method: String?,
        _ path: String,
        failingAt faultPoint: FaultPlan.Point? = nil,
        respond: @escaping @Sendable (Request) throws -> Response
    ) {
        self.init(method, path, failingAt: faultPoint, handler: .blocking(respond))
    }

    /// Makes a route for a path, as in `/inApps/v1/lookup/{orderId}`.
    init(
        _ method: String?,
        _ path: String,
        failingAt faultPoint: FaultPlan.Point? = nil,
        handler: Handler
    ) {
        self.method = method
        pattern = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix("{") ? .parameter(String($0.dropFirst().dropLast())) : .literal(String($0))
        }
        self.faultPoint = faultPoint
        self.handler = handler
    }

    /// The parameters of a path; `nil` if it is not the route's.
    func parameters(of path: [String]) -> [String: String]? {
        guard path.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(pattern, path) {
            switch segment {
            // Byte by byte, as every identifier is compared.
            case .literal(let literal):
                guard literal.utf8.elementsEqual(text.utf8) else { return nil }
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                parameters[name] = text
            }
        }
        return parameters
    }

    /// Whether the route has a method; a response to HEAD is that to GET without its body.
    func accepts(_ method: String) -> Bool {
        self.method == nil || self.method == method || self.method == "GET" && method == "HEAD"
    }
}
