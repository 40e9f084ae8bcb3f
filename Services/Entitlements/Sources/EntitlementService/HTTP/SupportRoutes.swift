import EntitlementModel
import Hummingbird

/// The routes for support: a search for customers, and everything known about one.
struct SupportRoutes: Sendable {
    let reader: EntitlementReader
    let keys: ReaderKeys
    let deliversEvents: Bool

    func add(to router: some RouterMethods) {
        router.get("v1/customers/{id}") { request, context in
            let (_, scope) = try keys.subject(of: request, in: reader.apps)
            let id = try CustomerBody.customer(context.part("id"), "id")
            let limit = try request.limit()
            let customer = ScopedCustomer(scope: scope, id: id)
            let view = try await SupportReader(reader: reader, deliversEvents: deliversEvents)
                .view(of: customer, limit: limit)
            return Response.json(view.json(limit: limit), [.cacheControl: "no-store"])
        }
        router.get("v1/search") { request, _ in
            let (_, scope) = try keys.administration(of: request, in: reader.apps)
            let text = request.uri.queryParameters["text"].map(String.init) ?? ""
            guard CustomerID("user:\(text)") != nil || CustomerID(text) != nil else {
                throw HTTPProblem.malformed(
                    "`text` must be 1 to 200 bytes without control characters."
                )
            }
            let found = try await CustomerSearch(reader: reader).customers(with: text, in: scope)
            return Response.json(.object(["customers": .list(found.map(\.json))]))
        }
    }
}

extension CustomerSearch.Match {
    fileprivate var json: JSON {
        .object([
            "customer": .customer(customer),
            "names": .list(([customer] + members).map(JSON.customer)),
        ])
    }
}

extension ReaderKeys {
    /// The reader of a request, which must be allowed to use the page, and the request's scope.
    func administration(
        of request: Request,
        in apps: AppDirectory
    ) throws(HTTPProblem) -> (Reader, PurchaseScope) {
        let (reader, scope) = try subject(of: request, in: apps)
        guard reader.isAdmin else { throw .forbidden("This API key has no access to the page.") }
        return (reader, scope)
    }
}

extension Request {
    /// The place in a list to continue after; `nil` for the beginning.
    func cursor<Place>(_ place: (Substring) -> Place?) throws(HTTPProblem) -> Place? {
        guard let text = uri.queryParameters["cursor"] else { return nil }
        guard let place = place(text) else {
            throw .malformed("`cursor` must be the `next` of a response.")
        }
        return place
    }

    /// The maximum number of elements in the response.
    func limit() throws(HTTPProblem) -> Int {
        guard let text = uri.queryParameters["limit"] else { return 100 }
        guard let limit = Int(text), (1...1000).contains(limit) else {
            throw .malformed("`limit` must be an integer from 1 to 1000.")
        }
        return limit
    }
}
