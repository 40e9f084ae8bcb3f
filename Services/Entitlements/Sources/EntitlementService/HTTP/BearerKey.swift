import EntitlementModel
import HTTPTypes
import Hummingbird

extension ReaderKeys {
    /// The reader that a request is from (RFC 6750, 2.1).
    func reader(of request: Request) throws(HTTPProblem) -> Reader {
        let scheme = "bearer "
        guard let field = request.headers[.authorization],
            field.prefix(scheme.count).lowercased() == scheme,
            let reader = reader(with: field.dropFirst(scheme.count))
        else { throw .unauthorized }
        return reader
    }
}

extension ReaderKeys.Reader {
    func require(_ scope: PurchaseScope) throws(HTTPProblem) {
        guard scopes.contains(scope) else {
            throw .forbidden("This API key has no access to \(scope).")
        }
    }
}
