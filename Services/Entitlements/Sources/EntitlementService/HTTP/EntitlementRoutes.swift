import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The routes for readers.
struct EntitlementRoutes: Sendable {
    let reader: EntitlementReader
    let watch: CustomerWatch
    let keys: ReaderKeys
    let signer: EntitlementSigner?

    func add(to router: some RouterMethods) {
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
                throw HTTPProblem.malformed("`at` cannot be combined with signed entitlements.")
            }
            return try await self.signed(customer)
        }
        router.get("v1/keys") { request, _ in
            _ = try self.keys.reader(of: request)
            let key = try self.requireSigner().publicKey
            let member: JSON = .object([
                "id": .string(key.id), "pem": .string(key.pemRepresentation),
            ])
            return Response.json(.object(["keys": .list([member])]))
        }
    }

    /// The customer that a request is about, and the point in time.
    private func subject(
        of request: Request,
        _ context: some RequestContext
    ) throws(HTTPProblem) -> (ScopedCustomer, Milliseconds?) {
        let (_, scope) = try keys.subject(of: request, in: reader.apps)
        let id = try CustomerBody.customer(context.part("id"), "id")
        let date = try Self.date(request.uri.queryParameters["at"].map(String.init), "at")
        return (ScopedCustomer(scope: scope, id: id), date)
    }

    /// Reads a date; `nil` if there is none.
    static func date(_ text: String?, _ member: String) throws(HTTPProblem) -> Milliseconds? {
        guard let text else { return nil }
        guard let date = Date(text) else {
            throw .malformed("`\(member)` must be a date such as 2026-01-31T00:00:00Z.")
        }
        return Milliseconds(date)
    }

    // MARK: Answers

    /// Responds immediately, or on the next change if the client waits and has the current answer.
    private func answer(
        _ request: Request,
        _ customer: ScopedCustomer,
        at date: Milliseconds?
    ) async throws -> Response {
        let known = request.headers[.ifNoneMatch].flatMap { EntityTagCondition($0) }
        var answer = try await reader.answer(for: customer, at: date)
        if let seconds = try Self.wait(request), date == nil, let known {
            answer = try await self.answer(to: customer, otherThan: known, first: answer, seconds)
        }
        let version = reader.apps.rule(of: customer.scope.app).catalog.version
        let headers: HTTPFields = [
            .eTag: answer.entityTag, .cacheControl: "private, no-cache",
            .catalogVersion: String(version),
        ]
        guard known?.matches(answer.entityTag) != true else {
            return Response(status: .notModified, headers: headers)
        }
        return .json(.written(answer.json), headers)
    }

    private static func wait(_ request: Request) throws(HTTPProblem) -> Int? {
        guard let text = request.uri.queryParameters["wait"] else { return nil }
        guard let seconds = Int(text), (0...Setting.longestWait).contains(seconds) else {
            throw .malformed("`wait` must be an integer from 0 to \(Setting.longestWait).")
        }
        return seconds
    }

    private func answer(
        to customer: ScopedCustomer,
        otherThan known: EntityTagCondition,
        first: EntitlementReader.Answer,
        _ seconds: Int
    ) async throws -> EntitlementReader.Answer {
        let end = ContinuousClock.now + .seconds(seconds)
        return try await cancelWhenGracefulShutdown {
            var listener = AnswerListener(to: first, of: customer, reader, watch)
            while known.matches(listener.answer.entityTag) {
                guard try await listener.refresh(until: end) else { break }
            }
            return listener.answer
        }
    }

    private func signed(_ customer: ScopedCustomer) async throws -> Response {
        let signer = try requireSigner()
        let answer = try await reader.answer(for: customer)
        let text = try signer.sign(answer, for: customer)
        return .json(.object(["signedEntitlements": .string(text)]))
    }

    private func requireSigner() throws(HTTPProblem) -> EntitlementSigner {
        guard let signer else { throw .unknown("The service has no signing key.") }
        return signer
    }

    /// Sends the present answer and each change of it as server-sent events.
    private func stream(_ customer: ScopedCustomer) async throws -> Response {
        let first = try await reader.answer(for: customer)
        let events = AnswerEvents(listener: AnswerListener(to: first, of: customer, reader, watch))
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody(asyncSequence: events.cancelOnGracefulShutdown())
        )
    }
}

extension Date {
    /// Parses a date of RFC 3339; `nil` for another string.
    ///
    /// Foundation's parser ignores text after the date, and accepts 31 February and 25 o'clock.
    fileprivate init?(_ text: String) {
        let form = /(.{19})(\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])/
        guard let (_, local, fraction) = text.wholeMatch(of: form)?.output else { return nil }
        let style = Date.ISO8601FormatStyle()
        guard let start = try? style.parse(local + "Z"), start.formatted(style) == local + "Z"
        else { return nil }
        let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: fraction != nil)
        guard let date = try? exact.parse(text) else { return nil }
        self = date
    }
}

extension Request {
    fileprivate var acceptsEvents: Bool {
        headers[.accept]?.contains("text/event-stream") ?? false
    }
}

extension HTTPField.Name {
    /// The version of the apps file.
    fileprivate static let catalogVersion = HTTPField.Name("Entitlements-Version") ?? .server
}
