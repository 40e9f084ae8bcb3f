import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The answers to readers.
struct EntitlementRoutes: Sendable {
    /// The longest time for which an answer is awaited, in seconds.
    static let longestWait = 20

    let reader: EntitlementReader
    let keys: ReaderKeys
    let signer: EntitlementSigner?

    func add(to router: Router<BasicRequestContext>) {
        let customer = router.group("v1/customers/{id}")
        customer.get("entitlements") { request, context in
            let (customer, date) = try self.subject(of: request, context)
            if request.acceptsEvents, date == nil {
                return try await self.stream(customer)
            }
            return try await self.answer(request, customer, at: date)
        }
        customer.get("entitlements/signed") { request, context in
            let (customer, date) = try self.subject(of: request, context)
            guard date == nil else {
                throw HTTPProblem.malformed("What is signed is for the present; leave out at.")
            }
            return try await self.signed(customer)
        }
        router.get("v1/keys") { request, _ in
            _ = try self.keys.reader(of: request)
            guard let key = self.signer?.publicKey else {
                throw HTTPProblem.unknown("The service has no key to sign with.")
            }
            return Response.json(
                """
                {"keys":[{"id":\(JSONText.quoted(key.id)),\
                "pem":\(JSONText.quoted(key.pemRepresentation))}]}
                """
            )
        }
    }

    /// The customer that a request is about, and the point in time.
    private func subject(
        of request: Request,
        _ context: BasicRequestContext
    ) throws(HTTPProblem) -> (ScopedCustomer, Milliseconds?) {
        let reader = try keys.reader(of: request)
        let query = request.uri.queryParameters
        guard let app = query["app"].map(String.init) else {
            throw .malformed("The parameter app is missing: the bundle identifier of the app.")
        }
        let name = query["environment"].map(String.init) ?? ""
        guard let environment = PurchaseEnvironment(rawValue: name) else {
            throw .malformed("The parameter environment is neither Sandbox nor Production.")
        }
        let scope = PurchaseScope(app: app, environment: environment)
        guard self.reader.apps.contains(scope) else {
            throw .unknown("The app is not served in this environment.")
        }
        try reader.require(scope)
        let text = context.parameters.get("id") ?? ""
        guard let id = CustomerID(text) else {
            throw .malformed(
                "The customer is neither a UUID nor the identifier of an original transaction."
            )
        }
        return (ScopedCustomer(scope: scope, id: id), try Self.date(query["at"].map(String.init)))
    }

    private static func date(_ text: String?) throws(HTTPProblem) -> Milliseconds? {
        guard let text else { return nil }
        for fraction in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fraction)
            if let date = try? style.parse(text) { return Milliseconds(date) }
        }
        throw .malformed("The parameter at is no date such as 2026-01-31T00:00:00Z.")
    }

    // MARK: Answers

    /// Answers at once, or, where the request has the present answer and waits, when it changes.
    private func answer(
        _ request: Request,
        _ customer: ScopedCustomer,
        at date: Milliseconds?
    ) async throws -> Response {
        let known = request.headers[.ifNoneMatch]
        var answer = try await reader.answer(for: customer, at: date)
        if let seconds = try Self.wait(request), date == nil, let known {
            answer = try await self.answer(to: customer, otherThan: known, first: answer, seconds)
        }
        var headers: HTTPFields = [
            .eTag: answer.entityTag, .cacheControl: "private, no-cache",
            .contentType: "application/json",
        ]
        headers[.catalogVersion] = String(reader.apps.rule(of: customer.scope.app).catalog.version)
        guard known?.matches(answer) != true else {
            return Response(status: .notModified, headers: headers)
        }
        return .json(answer.json, headers)
    }

    private static func wait(_ request: Request) throws(HTTPProblem) -> Int? {
        guard let text = request.uri.queryParameters["wait"] else { return nil }
        guard let seconds = Int(text), (0...longestWait).contains(seconds) else {
            throw .malformed("The parameter wait is no number of seconds from 0 to \(longestWait).")
        }
        return seconds
    }

    private func answer(
        to customer: ScopedCustomer,
        otherThan known: String,
        first: EntitlementReader.Answer,
        _ seconds: Int
    ) async throws -> EntitlementReader.Answer {
        let end = ContinuousClock.now + .seconds(seconds)
        var answer = first
        while known.matches(answer), ContinuousClock.now < end,
            !Task.isShuttingDownGracefully
        {
            try await Task.sleep(for: answer.pause)
            answer = try await reader.answer(for: customer)
        }
        return answer
    }

    private func signed(_ customer: ScopedCustomer) async throws -> Response {
        guard let signer else {
            throw HTTPProblem.unknown("The service has no key to sign with.")
        }
        let answer = try await reader.answer(for: customer)
        let text = try signer.sign(answer, for: customer)
        return .json("{\"signedEntitlements\":\(JSONText.quoted(text))}")
    }

    /// Sends the answer now and whenever it changes, as server-sent events.
    private func stream(_ customer: ScopedCustomer) async throws -> Response {
        let first = try await reader.answer(for: customer)
        let events = AnswerEvents(first: first, customer: customer, reader: reader)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody(asyncSequence: events.cancelOnGracefulShutdown())
        )
    }
}

extension Request {
    fileprivate var acceptsEvents: Bool {
        headers[.accept]?.contains("text/event-stream") ?? false
    }
}

extension String {
    /// Whether the value of `If-None-Match` has the answer's tag, or is `*` (RFC 9110, 13.1.2).
    fileprivate func matches(_ answer: EntitlementReader.Answer) -> Bool {
        self == "*" || contains(answer.entityTag)
    }
}

extension HTTPField.Name {
    /// The version of the names of entitlements, in the configuration of the app.
    fileprivate static let catalogVersion = HTTPField.Name("Entitlements-Version") ?? .server
}

extension Response {
    /// A response with JSON.
    static func json(
        _ text: String,
        _ headers: HTTPFields = [.contentType: "application/json"]
    ) -> Response {
        Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
