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

extension ReaderKeys {
    /// The reader that a request is from, and the scope that it names, to which the reader has
    /// access.
    func subject(
        of request: Request,
        in apps: AppDirectory
    ) throws(HTTPProblem) -> (Reader, PurchaseScope) {
        let reader = try reader(of: request)
        let query = request.uri.queryParameters
        guard let app = query["app"].map(String.init) else {
            throw .malformed("`app` is missing. It must be the bundle identifier.")
        }
        let name = query["environment"].map(String.init) ?? ""
        guard let environment = PurchaseEnvironment(rawValue: name) else {
            throw .malformed("`environment` must be `Sandbox` or `Production`.")
        }
        let scope = PurchaseScope(app: app, environment: environment)
        guard apps.contains(scope) else {
            throw .unknown("The app is not served in this environment.")
        }
        try reader.require(scope)
        return (reader, scope)
    }
}

extension ReaderKeys.Reader {
    func require(_ scope: PurchaseScope) throws(HTTPProblem) {
        guard scopes.contains(scope) else {
            throw .forbidden("This API key has no access to \(scope).")
        }
    }

    func requireWriting() throws(HTTPProblem) {
        guard mayWrite else { throw .forbidden("This API key has no write access.") }
    }
}
